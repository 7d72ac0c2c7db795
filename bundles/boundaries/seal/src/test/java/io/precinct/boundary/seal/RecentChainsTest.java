package io.precinct.boundary.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.boundary.seal.proof.MerkleTree;
import io.precinct.common.digest.Digests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentChainsTest {
    private final RecentChains recent = new RecentChains();

    @Test
    void aShorterChainInThePlaceOfALongerOneIsWhole() {
        recent.add(chain(1, 300));
        for (int i = 2; i <= RecentChains.SIZE + 1; i++) {
            recent.add(chain(i, 1 + i % 7));
        }

        assertThat(recent.find(root(1, 300))).isNull();
        for (int i = 2; i <= RecentChains.SIZE + 1; i++) {
            assertWhole(recent.find(root(i, 1 + i % 7)), i, 1 + i % 7);
        }
    }

    @Test
    void whatWasFoundStaysAsItIsWhenItsPlaceIsTaken() {
        recent.add(chain(1, 5));
        SealedChain found = recent.find(root(1, 5));
        for (int i = 2; i <= RecentChains.SIZE + 1; i++) {
            recent.add(chain(i, 5));
        }

        assertWhole(found, 1, 5);
        assertThat(recent.find(root(1, 5))).isNull();
    }

    @Test
    void anEmptyPlaceIsTheRootOfNothing() {
        assertThat(recent.find(new byte[MerkleTree.HASH])).isNull();
    }

    @Test
    void whatIsFoundWhileOthersWriteIsOneChain() throws Exception {
        int each = 5 * RecentChains.SIZE;
        try (var threads = Executors.newFixedThreadPool(4)) {
            var running = new ArrayList<Future<Integer>>();
            for (int t = 0; t < 4; t++) {
                int first = t * each;
                running.add(threads.submit(addingAndFinding(first, first + each)));
            }
            int found = 0;
            for (Future<Integer> one : running) {
                found += one.get();
            }
            assertThat(found).isPositive();
        }
    }

    private Callable<Integer> addingAndFinding(int from, int to) {
        return () -> {
            int found = 0;
            for (int i = from; i < to; i++) {
                recent.add(chain(i, 1 + i % 9));
                SealedChain one = recent.find(root(i, 1 + i % 9));
                if (one != null) {
                    assertWhole(one, i, 1 + i % 9);
                    found++;
                }
            }
            return found;
        };
    }

    private static void assertWhole(SealedChain chain, int number, int leaves) {
        assertThat(chain).isNotNull();
        assertThat(chain.size()).isEqualTo(leaves);
        for (int i = 0; i < leaves; i++) {
            assertThat(chain.leaf(i)).isEqualTo(leaf(number, i));
            byte[] hash = HexFormat.of().parseHex(chain.hash(i));
            assertThat(MerkleTree.proves(root(number, leaves), leaves, i, hash, chain.path(i)))
                    .isTrue();
        }
    }

    private static String leaf(int number, int i) {
        return "{\"chain\":" + number + ",\"seq\":" + i + "}";
    }

    private static byte[] root(int number, int leaves) {
        return MerkleTree.root(hashes(number, leaves), leaves, Digests.sha256());
    }

    private static byte[] hashes(int number, int leaves) {
        var hashes = new byte[leaves * MerkleTree.HASH];
        for (int i = 0; i < leaves; i++) {
            byte[] text = ("\0" + leaf(number, i)).getBytes(StandardCharsets.UTF_8);
            MerkleTree.hash(text, 0, text.length, Digests.sha256(), hashes, i * MerkleTree.HASH);
        }
        return hashes;
    }

    private static SealedChain chain(int number, int leaves) {
        var text = new StringBuilder();
        var ends = new int[leaves];
        IntStream.range(0, leaves).forEach(i -> {
            text.append('\0').append(leaf(number, i));
            ends[i] = text.length();
        });
        // As the sealer passes the array: with room after the last leaf.
        byte[] bytes = (text + "   ").getBytes(StandardCharsets.UTF_8);
        return new SealedChain(bytes, ends, hashes(number, leaves), root(number, leaves), null);
    }
}
