package io.precinct.containment.guard;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The methods that deployed bundles call in place of the JDK's regular expressions. They do the same, but each read of
 * a character counts as a turn of a loop ({@link LoopGuard}): an expression that backtracks without end computes in
 * code of the JDK, which cannot be ended otherwise. Each method has the name of the method that it replaces, and takes
 * the object of that method as its first parameter. Thread-safe.
 */
public final class RegexGuard {
    private RegexGuard() {}

    /** As {@link Pattern#matcher}. */
    public static Matcher matcher(Pattern pattern, CharSequence text) {
        return pattern.matcher(new Watched(text));
    }

    /** As {@link String#matches}. */
    public static boolean matches(String text, String regex) {
        return matcher(Pattern.compile(regex), text).matches();
    }

    /** As {@link String#replaceAll}. */
    public static String replaceAll(String text, String regex, String replacement) {
        return matcher(Pattern.compile(regex), text).replaceAll(replacement);
    }

    /** As {@link String#replaceFirst}. */
    public static String replaceFirst(String text, String regex, String replacement) {
        return matcher(Pattern.compile(regex), text).replaceFirst(replacement);
    }

    private record Watched(CharSequence text) implements CharSequence {
        Watched {
            // Fails here if the text is null, as the JDK does, and not at the first character.
            int ignored = text.length();
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            LoopGuard.turn();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
