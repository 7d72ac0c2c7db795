package io.precinct.configuration.compare.diff;

import java.util.function.BiPredicate;

/**
 * How many elements of sequences may still be compared. Counted, not timed: the same values have the same differences,
 * however busy the machine is. Not thread-safe.
 */
public final class Effort {
    private int left;

    /** So many comparisons. */
    public Effort(int comparisons) {
        this.left = comparisons;
    }

    /** The same test, which throws {@link Exhausted} if nothing is left. */
    <T> BiPredicate<T, T> counting(BiPredicate<T, T> equal) {
        return (base, value) -> {
            if (left <= 0) {
                throw new Exhausted();
            }
            left--;
            return equal.test(base, value);
        };
    }

    /** There is no effort left. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("the sequences differ too much", null, false, false);
        }
    }
}
