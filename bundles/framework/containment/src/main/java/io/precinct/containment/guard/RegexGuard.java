package io.precinct.containment.guard;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What deployed bundles call in place of the JDK's regular expressions: the same, but each look at a character is a turn of
 * a loop ({@link LoopGuard}). An expression that backtracks without end computes in code of the JDK, where nobody could end
 * it. Each method is named as the one it stands for, which has its first parameter as its object. Thread-safe.
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
            // Here, as the JDK does, and not at the first character.
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
