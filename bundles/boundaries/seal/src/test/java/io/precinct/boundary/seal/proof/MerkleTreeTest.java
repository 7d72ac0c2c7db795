package io.precinct.boundary.seal.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;

import io.precinct.common.digest.Digests;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class MerkleTreeTest {
    private static final int LARGEST = 200;

    /** Any number; it is taken modulo the number of possible values. */
    private static final Gen<Integer> ANY =
            range(0, Integer.MAX_VALUE).mix(pick(List.of(0, 1, 2, 3, Integer.MAX_VALUE)), 20);

    @Test
    void theTreeOfNothingAndTheLeafOfNothingHashAsTheStandardHasThem() {
        assertThat(hex(MerkleTree.root(new byte[0], 0, Digests.sha256())))
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assertThat(hex(MerkleTree.leafHash(new byte[0])))
                .isEqualTo("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
    }

    /** The definition of RFC 9162 §2.1.1, word for word. */
    @Test
    void theRootOfEverySizeIsThatOfTheDefinition() {
        for (int size = 1; size <= LARGEST; size++) {
            byte[] hashes = hashes(size);

            assertThat(MerkleTree.root(hashes, size, Digests.sha256()))
                    .as("size %d", size)
                    .isEqualTo(byDefinition(hashes, 0, size));
        }
    }

    @Test
    void leavesOfEverySizeHaveProofsThatHold() {
        for (int size = 1; size <= LARGEST; size++) {
            byte[] hashes = hashes(size);
            byte[] root = MerkleTree.root(hashes, size, Digests.sha256());
            for (int seq = 0; seq < size; seq += size <= 40 || seq >= size - 2 ? 1 : 13) {
                assertThat(MerkleTree.proves(root, size, seq, leaf(hashes, seq), MerkleTree.path(hashes, size, seq)))
                        .as("leaf %d of %d", seq, size)
                        .isTrue();
            }
        }
    }

    private static Gen<Integer> sizes(int least) {
        return range(least, LARGEST).mix(pick(List.of(least, least + 1, LARGEST - 1, LARGEST)), 10);
    }

    /** RFC 9162 §2.1.3.1, word for word. */
    @Test
    void aPathIsThatOfTheDefinition() {
        qt().withExamples(500).forAll(sizes(1), ANY).checkAssert((size, any) -> {
            int seq = Math.floorMod(any, size);
            byte[] hashes = hashes(size);

            assertThat(MerkleTree.path(hashes, size, seq).stream().map(MerkleTreeTest::hex))
                    .isEqualTo(pathByDefinition(hashes, 0, size, seq).stream()
                            .map(MerkleTreeTest::hex)
                            .toList());
        });
    }

    @Test
    void aChangedBitAnywhereBreaksTheProof() {
        qt().withExamples(500).forAll(sizes(2), ANY, ANY).checkAssert((size, any, bit) -> {
            int seq = Math.floorMod(any, size);
            byte[] hashes = hashes(size);
            byte[] root = MerkleTree.root(hashes, size, Digests.sha256());
            byte[] leaf = leaf(hashes, seq);
            List<byte[]> path = MerkleTree.path(hashes, size, seq);

            assertThat(MerkleTree.proves(flipped(root, bit), size, seq, leaf, path))
                    .isFalse();
            assertThat(MerkleTree.proves(root, size, seq, flipped(leaf, bit), path))
                    .isFalse();
            for (int i = 0; i < path.size(); i++) {
                List<byte[]> changed = new ArrayList<>(path);
                changed.set(i, flipped(path.get(i), bit));
                assertThat(MerkleTree.proves(root, size, seq, leaf, changed)).isFalse();
            }
        });
    }

    @Test
    void aProofHoldsForItsOwnPlaceOnly() {
        // Small numbers often, so that the right place is generated now and then.
        Gen<Integer> others = range(-1, LARGEST + 1).mix(range(-1, 3), 30);
        qt().withExamples(500).forAll(sizes(2), ANY, others).checkAssert((size, any, other) -> {
            int seq = Math.floorMod(any, size);
            byte[] hashes = hashes(size);
            byte[] root = MerkleTree.root(hashes, size, Digests.sha256());
            List<byte[]> path = MerkleTree.path(hashes, size, seq);

            assertThat(MerkleTree.proves(root, size, other, leaf(hashes, seq), path))
                    .isEqualTo(other == seq);
            assertThat(MerkleTree.proves(root, size, seq, leaf(hashes, seq), path.subList(0, path.size() - 1)))
                    .isFalse();
            List<byte[]> longer = new ArrayList<>(path);
            longer.add(leaf(hashes, 0));
            assertThat(MerkleTree.proves(root, size, seq, leaf(hashes, seq), longer))
                    .isFalse();
        });
    }

    @Test
    void aTreeHasNoPathToALeafItDoesNotHave() {
        assertThatThrownBy(() -> MerkleTree.path(hashes(3), 3, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 leaves");
    }

    private static byte[] byDefinition(byte[] hashes, int from, int to) {
        if (to - from == 1) {
            return leaf(hashes, from);
        }
        int split = split(to - from);
        return node(byDefinition(hashes, from, from + split), byDefinition(hashes, from + split, to));
    }

    private static List<byte[]> pathByDefinition(byte[] hashes, int from, int to, int seq) {
        List<byte[]> path = new ArrayList<>();
        if (to - from == 1) {
            return path;
        }
        int split = split(to - from);
        if (seq < split) {
            path.addAll(pathByDefinition(hashes, from, from + split, seq));
            path.add(byDefinition(hashes, from + split, to));
        } else {
            path.addAll(pathByDefinition(hashes, from + split, to, seq - split));
            path.add(byDefinition(hashes, from, from + split));
        }
        return path;
    }

    /** The largest power of two smaller than {@code size}. */
    private static int split(int size) {
        return Integer.highestOneBit(size - 1);
    }

    private static byte[] node(byte[] left, byte[] right) {
        var bytes = new ByteArrayOutputStream();
        bytes.write(1);
        bytes.writeBytes(left);
        bytes.writeBytes(right);
        return Digests.sha256().digest(bytes.toByteArray());
    }

    private static byte[] hashes(int size) {
        var hashes = new ByteArrayOutputStream();
        for (int i = 0; i < size; i++) {
            hashes.writeBytes(MerkleTree.leafHash(("leaf " + i).getBytes(UTF_8)));
        }
        return hashes.toByteArray();
    }

    private static byte[] leaf(byte[] hashes, int seq) {
        return Arrays.copyOfRange(hashes, seq * MerkleTree.HASH, (seq + 1) * MerkleTree.HASH);
    }

    private static byte[] flipped(byte[] hash, int bit) {
        byte[] changed = hash.clone();
        int at = Math.floorMod(bit, hash.length * 8);
        changed[at / 8] ^= (byte) (1 << at % 8);
        return changed;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
