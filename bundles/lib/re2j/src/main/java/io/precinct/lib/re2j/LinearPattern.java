package io.precinct.lib.re2j;

import com.google.re2j.Pattern;
import java.util.Arrays;

/**
 * A regular expression that is searched for in time linear in the text (RE2/J). As linear time alone is no bound, the
 * cost per character is limited when the pattern is compiled ({@link Patterns}), and the cost of a search when it is
 * run. Immutable and thread-safe.
 */
public final class LinearPattern {
    /**
     * Most work of a search: steps of the pattern times characters of the text. 1 MiB of text allows up to 127 steps.
     */
    private static final long MOST_WORK = 1L << 27;

    private final Pattern pattern;

    LinearPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Whether the pattern is found anywhere in a text.
     *
     * @param beyondWork the answer for a text too large to be searched for this pattern
     */
    public boolean find(String text, boolean beyondWork) {
        return isTooMuch(text.length()) ? beyondWork : pattern.matcher(text).find();
    }

    /**
     * Whether the pattern is found anywhere in a part of a text.
     *
     * @param utf8 the text
     * @param from first byte of the part
     * @param to the byte after its last
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
