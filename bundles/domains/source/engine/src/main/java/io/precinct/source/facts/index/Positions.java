package io.precinct.source.facts.index;

import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** Positions in a commit of the files with given numbers of facts; a blob may stand at several paths. Immutable. */
final class Positions {
    /** Numbers and their positions in one long each, sorted. */
    private final long[] byNumber;

    private Positions(long[] byNumber) {
        this.byNumber = byNumber;
    }

    /** @param numbers by position, negative if there is none */
    static Positions of(AtomicIntegerArray numbers) {
        return new Positions(IntStream.range(0, numbers.length())
                .mapToLong(i -> (long) numbers.get(i) << 32 | i)
                .filter(one -> one >= 0)
                .sorted()
                .toArray());
    }

    /** Positions of the files of these numbers. */
    BitSet of(int[] numbers) {
        var positions = new BitSet();
        for (int number : numbers) {
            long key = (long) number << 32;
            int at = Arrays.binarySearch(byNumber, key);
            for (int i = at < 0 ? -at - 1 : at; i < byNumber.length && byNumber[i] >>> 32 == number; i++) {
                positions.set((int) byNumber[i]);
            }
        }
        return positions;
    }
}
