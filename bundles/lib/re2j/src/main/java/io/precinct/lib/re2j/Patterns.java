package io.precinct.lib.re2j;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * Compiles the regular expressions of one request, query or shape. Bounds the memory of each and of all together,
 * because a thousand patterns of allowed size would exhaust the heap just as one huge pattern would. Not thread-safe.
 */
public final class Patterns {
    private static final int LONGEST = 4_096;
    private static final int DEEPEST = 200;
    private static final int LARGEST = 2_500;
    private static final int MOST_TOGETHER = 10 * LARGEST;
    /** Most Unicode classes such as {@code \pL}, each of which is a table of some kilobytes. */
    private static final int MOST_CLASSES = 256;

    private int steps;
    private int classes;

    /**
     * Compiles {@code text}.
     *
     * @throws BadPattern if it is invalid, too large, or too large together with those compiled before it
     */
    public LinearPattern compile(String text) {
        if (text.length() > LONGEST) {
            throw new BadPattern("has " + text.length() + " characters, at most " + LONGEST + " are allowed", false);
        }
        var size = PatternSize.of(text);
        if (size.depth() > DEEPEST) {
            throw new BadPattern(
                    "nests its groups " + size.depth() + " deep, at most " + DEEPEST + " deep is allowed", false);
        }
        // RE2/J expands repetitions: ((a{1000}){1000}){1000} would exhaust the heap before its size was known.
        if (size.steps() > 2 * LARGEST) {
            throw tooLarge(size.steps());
        }
        classes += classes(text);
        if (classes > MOST_CLASSES) {
            throw new BadPattern(
                    "names more than " + MOST_CLASSES + " classes of Unicode, with the patterns before it", false);
        }
        Pattern pattern = parse(text);
        if (pattern.programSize() > LARGEST) {
            throw tooLarge(pattern.programSize());
        }
        steps += pattern.programSize();
        if (steps > MOST_TOGETHER) {
            throw new BadPattern(
                    "takes " + steps + " steps with the patterns before it, at most " + MOST_TOGETHER
                            + " are allowed together",
                    true);
        }
        return new LinearPattern(pattern);
    }

    private static int classes(String text) {
        int count = 0;
        for (int i = text.indexOf('\\'); i >= 0 && i + 1 < text.length(); i = text.indexOf('\\', i + 2)) {
            count += text.charAt(i + 1) == 'p' || text.charAt(i + 1) == 'P' ? 1 : 0;
        }
        return count;
    }

    private static BadPattern tooLarge(long steps) {
        return new BadPattern(
                "takes about " + steps + " steps when its repetitions are written out, at most " + LARGEST
                        + " are allowed",
                true);
    }

    private static Pattern parse(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            String part = e.getPattern() == null ? "" : e.getPattern();
            throw new BadPattern(
                    "is no regular expression in the syntax of RE2: " + e.getDescription()
                            + (part.isEmpty() ? "" : ": " + part),
                    Math.max(0, text.indexOf(part)),
                    e);
        }
    }
}
