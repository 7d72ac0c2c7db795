package io.precinct.boundary.seal;

import io.precinct.boundary.seal.proof.MerkleTree;
import io.precinct.common.digest.Digests;
import io.precinct.core.api.chain.Crossing;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the leaves of a request and their root. */
final class ChainSealer {
    /** Why a leaf has null digests. */
    static final String NOT_CANONICAL = "not canonical";

    private ChainSealer() {}

    /**
     * Seals crossings.
     *
     * @param crossings the crossings in order, numbered from 0
     * @param body the body that the rendering crossing made from the payload, or null if nothing was rendered
     */
    static SealedChain seal(List<Crossing> crossings, @Nullable SealedBody body) {
        try (var digests = new PayloadDigests()) {
            return seal(crossings, body, digests);
        }
    }

    private static SealedChain seal(List<Crossing> crossings, @Nullable SealedBody body, PayloadDigests digests) {
        if (body != null) {
            // First, because its JSON text was just written and is cached, and contains the texts of the earlier
            // payloads.
            var _ = digests.of(body.content());
        }
        int size = crossings.size();
        var leaves = new LeafWriter(size);
        var ends = new int[size];
        @Nullable String[] flags = null;
        for (int i = 0; i < size; i++) {
            Crossing crossing = crossings.get(i);
            byte[] in = digests.of(crossing.in());
            byte[] out = digests.of(body != null && crossing.rendered() != null ? body.content() : crossing.out());
            if (in == null || out == null) {
                in = null;
                out = null;
                flags = flags == null ? new String[size] : flags;
                flags[i] = NOT_CANONICAL;
            }
            ends[i] = leaves.write(crossing, in, out);
        }
        MessageDigest sha256 = Digests.sha256();
        byte[] hashes = hashes(leaves.bytes(), ends, sha256);
        return new SealedChain(leaves.bytes(), ends, hashes, MerkleTree.root(hashes, size, sha256), flags);
    }

    private static byte[] hashes(byte[] text, int[] ends, MessageDigest sha256) {
        var hashes = new byte[ends.length * MerkleTree.HASH];
        int start = 0;
        for (int i = 0; i < ends.length; i++) {
            MerkleTree.hash(text, start, ends[i] - start, sha256, hashes, i * MerkleTree.HASH);
            start = ends[i];
        }
        return hashes;
    }
}
