package io.precinct.source.facts.extraction;

import java.util.Arrays;

/**
 * The ends of ranges in a list. It finds the last range before a position in the list that reaches an offset, in time
 * logarithmic in the length of the list. Immutable.
 */
final class RangeEnds {
    private final int leaves;
    /** A heap of maxima: the greatest end below node {@code i} is the greater of those below 2i and 2i + 1. */
    private final int[] greatest;

    RangeEnds(int[] ends) {
        leaves = Integer.highestOneBit(Math.max(1, ends.length)) << 1; // more than there are ends
        greatest = new int[2 * leaves];
        Arrays.fill(greatest, -1);
        System.arraycopy(ends, 0, greatest, leaves, ends.length);
        for (int i = leaves - 1; i > 0; i--) {
            greatest[i] = Math.max(greatest[2 * i], greatest[2 * i + 1]);
        }
    }

    /** The position of the last range before {@code before} that ends at {@code offset} or behind it, or -1. */
    int lastReaching(int before, int offset) {
        int node = leaves + before;
        // Upwards, until what lies left of the way reaches the offset.
        while (node > 1 && ((node & 1) == 0 || greatest[node - 1] < offset)) {
            node /= 2;
        }
        if (node <= 1) {
            return -1;
        }
        node--;
        while (node < leaves) {
            node = 2 * node + (greatest[2 * node + 1] >= offset ? 1 : 0);
        }
        return node - leaves;
    }
}
