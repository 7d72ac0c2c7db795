package io.precinct.shapes;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression searched for in time linear in the text (RE2/J). Linear alone is not bounded enough: what a
 * character may cost is limited when the pattern is compiled, and what a search may cost when it is made.
 */
final class LinearPattern implements Node.Test {
    private static final int LONGEST = 4_096;
    private static final int DEEPEST = 200;
    private static final int LARGEST = 2_500;

    /** Steps of the pattern times characters of the text; a text of 1 MiB fits every pattern of up to 127 steps. */
    private static final long MOST_WORK = 1L << 27;

    private final Pattern pattern;
    private final boolean answerBeyondWork;

    private LinearPattern(Pattern pattern, boolean answerBeyondWork) {
        this.pattern = pattern;
        this.answerBeyondWork = answerBeyondWork;
    }

    /**
     * Compiles {@code text}.
     *
     * @param answerBeyondWork the answer for a text too large to be searched for this pattern
     * @throws IllegalArgumentException saying what is wrong with the pattern
     */
    static LinearPattern compile(String text, boolean answerBeyondWork) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "a pattern has at most " + LONGEST + " characters, this one has " + text.length());
        }
        var size = PatternSize.of(text);
        if (size.depth() > DEEPEST) {
            throw new IllegalArgumentException(
                    "the groups of a pattern nest at most " + DEEPEST + " deep, those of this one " + size.depth());
        }
        // RE2/J writes repetitions out: ((a{1000}){1000}){1000} would exhaust the heap before its size could be asked.
        if (size.steps() > 2 * LARGEST) {
            throw tooLarge(text, size.steps());
        }
        Pattern pattern = parse(text);
        if (pattern.programSize() > LARGEST) {
            throw tooLarge(text, pattern.programSize());
        }
        return new LinearPattern(pattern, answerBeyondWork);
    }

    private static IllegalArgumentException tooLarge(String text, long steps) {
        return new IllegalArgumentException("the pattern " + BoundedJson.text(text) + " takes about " + steps
                + " steps when its repetitions are written out, at most " + LARGEST
                + " are allowed; for the length of a string say count");
    }

    private static Pattern parse(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            String place = e.getPattern() == null || e.getPattern().isEmpty() ? "" : ": " + e.getPattern();
            throw new IllegalArgumentException(
                    "the pattern " + BoundedJson.text(text) + " is no regular expression in the syntax of RE2: "
                            + e.getDescription() + place,
                    e);
        }
    }

    @Override
    public boolean holds(@Nullable Object value) {
        if (!(value instanceof String text)) {
            return false;
        }
        return (long) text.length() * pattern.programSize() > MOST_WORK
                ? answerBeyondWork
                : pattern.matcher(text).find();
    }
}
