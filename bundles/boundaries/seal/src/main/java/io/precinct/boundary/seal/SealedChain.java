package io.precinct.boundary.seal;

import io.precinct.boundary.seal.proof.MerkleTree;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leaves of one request and their root. Contains only bytes and strings, so that a chain that is kept keeps no
 * bundle in memory. Immutable.
 */
final class SealedChain {
    private final byte[] text;
    private final int[] ends;
    private final byte[] hashes;
    private final byte[] root;
    private final @Nullable String @Nullable [] flags;

    /**
     * A chain that owns these arrays from now on.
     *
     * @param text the concatenated leaves, each a byte {@link MerkleTree#LEAF} and its canonical JSON
     * @param ends where each leaf ends in {@code text}
     * @param hashes hashes of the leaves
     * @param flags why the digests of a leaf are null, by number of the leaf; null if none is flagged
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

    /** The root in lower-case hex. */
    String root() {
        return HexFormat.of().formatHex(root);
    }

    /** The hash of a leaf in lower-case hex. */
    String hash(int seq) {
        return HexFormat.of().formatHex(hashes, seq * MerkleTree.HASH, (seq + 1) * MerkleTree.HASH);
    }

    /** Why the digests of a leaf are null, or null if they are not. */
    @Nullable
    String flag(int seq) {
        return flags == null ? null : flags[seq];
    }

    /** The canonical JSON of a leaf, which is hashed. */
    String leaf(int seq) {
        int start = seq == 0 ? 0 : ends[seq - 1];
        return new String(text, start + 1, ends[seq] - start - 1, StandardCharsets.UTF_8);
    }

    /** The inclusion path of a leaf. */
    List<byte[]> path(int seq) {
        return MerkleTree.path(hashes, size(), seq);
    }

    /** Reusable memory that holds one chain at a time. Thread-safe. */
    static final class Slot {
        /** The largest array that is reused for the next chain; a larger one is dropped with its chain. */
        private static final int USUAL = 8 << 10;

        private byte[] text = {};
        private byte[] hashes = {};
        private int[] ends = {};
        private final byte[] root = new byte[MerkleTree.HASH];
        private @Nullable String @Nullable [] flags;

        Slot(SealedChain first) {
            keep(first);
        }

        synchronized void keep(SealedChain chain) {
            int size = chain.size();
            text = holding(chain.text, size == 0 ? 0 : chain.ends[size - 1], text);
            hashes = holding(chain.hashes, chain.hashes.length, hashes);
            if (ends.length != size) {
                ends = new int[size];
            }
            System.arraycopy(chain.ends, 0, ends, 0, size);
            System.arraycopy(chain.root, 0, root, 0, root.length);
            flags = chain.flags;
        }

        /** A copy of the chain in this slot if it has this root; else null. */
        synchronized @Nullable SealedChain ofRoot(byte[] wanted) {
            return Arrays.equals(root, wanted)
                    ? new SealedChain(text.clone(), ends.clone(), hashes.clone(), wanted.clone(), flags)
                    : null;
        }

        private static byte[] holding(byte[] source, int length, byte[] before) {
            byte[] into =
                    before.length >= length && before.length <= Math.max(USUAL, length) ? before : new byte[length];
            System.arraycopy(source, 0, into, 0, length);
            return into;
        }
    }
}
