package io.precinct.boundary.seal.proof;

import io.precinct.common.digest.Digests;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The Merkle tree of RFC 9162 §2.1 with SHA-256: a leaf is hashed after a byte 0, an inner node after a byte 1, and a
 * list of n is split at the largest power of two smaller than n. Stateless.
 *
 * <p>The hashes of several leaves are concatenated in one array, 32 bytes each.
 */
public final class MerkleTree {
    /** The length of a hash in bytes. */
    public static final int HASH = 32;

    /** The byte before a leaf. */
    public static final byte LEAF = 0;

    private static final byte NODE = 1;

    private MerkleTree() {}

    /** The hash of a leaf (§2.1.1). */
    public static byte[] leafHash(byte[] leaf) {
        MessageDigest sha256 = Digests.sha256();
        sha256.update(LEAF);
        return sha256.digest(leaf);
    }

    /**
     * The root of the first {@code size} leaf hashes; of none it is the hash of the empty text.
     *
     * @param sha256 reset afterwards
     */
    public static byte[] root(byte[] leafHashes, int size, MessageDigest sha256) {
        if (size == 0) {
            return sha256.digest();
        }
        byte[] level = Arrays.copyOf(leafHashes, size * HASH);
        for (int nodes = size; nodes > 1; nodes = (nodes + 1) / 2) {
            raise(level, nodes, sha256);
        }
        return Arrays.copyOf(level, HASH);
    }

    /**
     * The inclusion path of a leaf (§2.1.3.1): the siblings from the leaf up to the root, the lowest first.
     *
     * @param seq number of the leaf, from 0
     */
    public static List<byte[]> path(byte[] leafHashes, int size, int seq) {
        if (seq < 0 || seq >= size) {
            throw new IllegalArgumentException("a tree of " + size + " leaves has no leaf " + seq);
        }
        MessageDigest sha256 = Digests.sha256();
        byte[] level = Arrays.copyOf(leafHashes, size * HASH);
        List<byte[]> path = new ArrayList<>();
        int at = seq;
        for (int nodes = size; nodes > 1; nodes = (nodes + 1) / 2) {
            int sibling = at ^ 1;
            if (sibling < nodes) {
                path.add(Arrays.copyOfRange(level, sibling * HASH, (sibling + 1) * HASH));
            }
            raise(level, nodes, sha256);
            at /= 2;
        }
        return path;
    }

    /**
     * Whether {@code path} leads from a leaf to the root (§2.1.3.2).
     *
     * @param size leaves of the tree
     * @param seq number of the leaf, from 0
     */
    public static boolean proves(byte[] root, int size, int seq, byte[] leafHash, List<byte[]> path) {
        if (seq < 0 || seq >= size) {
            return false;
        }
        MessageDigest sha256 = Digests.sha256();
        int at = seq;
        int last = size - 1;
        byte[] hash = leafHash;
        for (byte[] sibling : path) {
            if (last == 0 || sibling.length != HASH) {
                return false;
            }
            if ((at & 1) == 1 || at == last) {
                hash = node(sibling, hash, sha256);
                while ((at & 1) == 0 && at != 0) {
                    at >>= 1;
                    last >>= 1;
                }
            } else {
                hash = node(hash, sibling, sha256);
            }
            at >>= 1;
            last >>= 1;
        }
        return last == 0 && MessageDigest.isEqual(hash, root);
    }

    /**
     * Replaces a level by the level above it. An odd node at the end moves up unchanged. This gives the same tree as
     * the split at powers of two, because all subtrees to the left of that node are full.
     */
    private static void raise(byte[] level, int nodes, MessageDigest sha256) {
        int parents = nodes / 2;
        byte[] node = new byte[1 + 2 * HASH];
        node[0] = NODE;
        for (int i = 0; i < parents; i++) {
            System.arraycopy(level, i * 2 * HASH, node, 1, 2 * HASH);
            hash(node, 0, node.length, sha256, level, i * HASH);
        }
        if (nodes % 2 == 1) {
            System.arraycopy(level, (nodes - 1) * HASH, level, parents * HASH, HASH);
        }
    }

    /**
     * Hashes a range of bytes.
     *
     * @param into takes the {@value #HASH} bytes of the hash, from {@code at} on
     */
    public static void hash(byte[] bytes, int start, int length, MessageDigest sha256, byte[] into, int at) {
        sha256.update(bytes, start, length);
        try {
            sha256.digest(into, at, HASH);
        } catch (DigestException e) {
            throw new IllegalArgumentException("a hash takes " + HASH + " bytes, from " + at + " on", e);
        }
    }

    private static byte[] node(byte[] left, byte[] right, MessageDigest sha256) {
        sha256.update(NODE);
        sha256.update(left);
        return sha256.digest(right);
    }
}
