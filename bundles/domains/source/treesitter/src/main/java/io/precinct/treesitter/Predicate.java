package io.precinct.treesitter;

import io.precinct.lib.re2j.LinearPattern;
import java.util.Arrays;
import java.util.List;

/**
 * A condition on the texts of the captures of a match. A capture without nodes fulfils every condition, as in
 * tree-sitter's own tools.
 */
sealed interface Predicate {
    /** Whether a match fulfils it. */
    boolean holds(CurrentMatch match, byte[] source);

    /**
     * {@code #eq? @capture "text"} and {@code #any-of? @capture "text" …}.
     *
     * @param wanted whether the text must be among {@code texts}, or must not
     * @param any whether one node of the capture suffices
     */
    record IsOneOf(int capture, List<byte[]> texts, boolean wanted, boolean any) implements Predicate {
        @Override
        public boolean holds(CurrentMatch match, byte[] source) {
            return match.test(capture, any, i -> isOneOf(source, match.startByte(i), match.endByte(i)) == wanted);
        }

        private boolean isOneOf(byte[] source, int from, int to) {
            for (byte[] text : texts) {
                if (text.length == to - from && Arrays.equals(source, from, to, text, 0, text.length)) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * {@code #match? @capture "pattern"}: the pattern is found somewhere in the text, in linear time. A text too large
     * to be searched fulfils neither this condition nor its opposite.
     */
    record Matches(int capture, LinearPattern pattern, boolean wanted, boolean any) implements Predicate {
        @Override
        public boolean holds(CurrentMatch match, byte[] source) {
            return match.test(
                    capture, any, i -> pattern.find(source, match.startByte(i), match.endByte(i), !wanted) == wanted);
        }
    }

    /** {@code #eq? @one @other}: their nodes have the same texts, pair by pair. */
    record SameText(int one, int other, boolean wanted, boolean any) implements Predicate {
        @Override
        public boolean holds(CurrentMatch match, byte[] source) {
            int i = match.next(one, 0);
            int j = match.next(other, 0);
            if (i < 0 || j < 0) {
                return true;
            }
            boolean same = true;
            while (i >= 0 && j >= 0) {
                boolean equal = Arrays.equals(
                        source, match.startByte(i), match.endByte(i), source, match.startByte(j), match.endByte(j));
                if (any && equal == wanted) {
                    return true;
                }
                same &= equal;
                i = match.next(one, i + 1);
                j = match.next(other, j + 1);
            }
            return !any && (same && i < 0 && j < 0) == wanted;
        }
    }
}
