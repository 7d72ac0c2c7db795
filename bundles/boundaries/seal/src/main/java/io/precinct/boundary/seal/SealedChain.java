package io.precinct.boundary.seal;

import io.precinct.boundary.seal.proof.MerkleTree;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leaves of one request and their root. It holds bytes and strings only, so that keeping it keeps no bundle alive.
 * Immutable once made.
 */
final class SealedChain {
    private final byte[] text;
    private final int[] ends;
    private final byte[] hashes;
    private final byte[] root;
    private final @Nullable String @Nullable [] flags;

    /**
     * Takes the arrays over.
     *
     * @param text the leaves one behind the other, each a byte {@link MerkleTree#LEAF} and its canonical JSON
     * @param ends where each leaf ends in {@code text}
     * @param hashes of the leaves
     * @param flags why the digests of a leaf are null, by number of the leaf; null where none is flagged
     */
    SealedChain(byte[] text, int[] ends, byte[] hashes, byte[] root, @Nullable String @Nullable [] flags) {
        this.text = text;
        this.ends = ends;
        this.hashes = hashes;
        this.root = root;
        this.flags = flags;
    }

    int size() {
        return ends.length;
    }

    /** Lower-case hex. */
    String root() {
        return HexFormat.of().formatHex(root);
    }

    boolean hasRoot(byte[] wanted) {
        return Arrays.equals(root, wanted);
    }

    /** Lower-case hex. */
    String hash(int seq) {
        return HexFormat.of().formatHex(hashes, seq * MerkleTree.HASH, (seq + 1) * MerkleTree.HASH);
    }

    /** Why the digests of a leaf are null, or null where they are not. */
    @Nullable
    String flag(int seq) {
        return flags == null ? null : flags[seq];
    }

    /** The canonical JSON of a leaf: what its hash is over. */
    String leaf(int seq) {
        int start = seq == 0 ? 0 : ends[seq - 1];
        return new String(text, start + 1, ends[seq] - start - 1, StandardCharsets.UTF_8);
    }

    /** The hashes on the way from a leaf to the root. */
    List<byte[]> path(int seq) {
        return MerkleTree.path(hashes, size(), seq);
    }
}
