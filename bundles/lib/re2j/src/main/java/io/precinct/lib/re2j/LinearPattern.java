package io.precinct.lib.re2j;

import com.google.re2j.Pattern;
import java.util.Arrays;

/**
 * A regular expression searched for in time linear in the text (RE2/J). Linear alone is not bounded enough: what a
 * character may cost is limited when the pattern is compiled ({@link Patterns}), and what a search may cost when it is
 * made. Immutable and thread-safe.
 */
public final class LinearPattern {
    /** Steps of the pattern times characters of the text; a text of 1 MiB fits every pattern of up to 127 steps. */
    private static final long MOST_WORK = 1L << 27;

    private final Pattern pattern;

    LinearPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Whether it is found somewhere in a text.
     *
     * @param beyondWork the answer for a text too large to be searched for this pattern
     */
    public boolean find(String text, boolean beyondWork) {
        return isTooMuch(text.length()) ? beyondWork : pattern.matcher(text).find();
    }

    /**
     * Whether it is found somewhere in a part of a text.
     *
     * @param utf8 the text
     * @param from first byte of the part
     * @param to behind its last byte
     * @param beyondWork the answer for a part too large to be searched for this pattern
     */
    public boolean find(byte[] utf8, int from, int to, boolean beyondWork) {
        return isTooMuch(to - from)
                ? beyondWork
                : pattern.matcher(Arrays.copyOfRange(utf8, from, to)).find();
    }

    private boolean isTooMuch(int length) {
        return (long) length * pattern.programSize() > MOST_WORK;
    }

    @Override
    public String toString() {
        return pattern.pattern();
    }
}
