package io.precinct.formatter.markdown;

import io.precinct.common.text.VisibleText;

/** Escapes data as Markdown text: characters that would be markup get a backslash. */
final class Escaped {
    private Escaped() {}

    /** {@code text} on one line; a line break becomes a visible symbol. */
    static String line(String text) {
        var out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); ) {
            if (isMarkup(text, i)) {
                out.append('\\');
            }
            i += VisibleText.append(out, text, i);
        }
        return out.toString().replace('\t', ' ');
    }

    /**
     * Escapes the beginning of a line or an item, where text could begin a list or a rule. The rest of the argument is
     * already escaped.
     */
    static String atStart(String markdown) {
        int mark = 0;
        while (mark < markdown.length() && markdown.charAt(mark) >= '0' && markdown.charAt(mark) <= '9') {
            mark++;
        }
        boolean begins = switch (at(markdown, mark)) {
            case '-' -> mark == 0 && (endsWord(at(markdown, 1)) || at(markdown, 1) == '-');
            case '+' -> mark == 0 && endsWord(at(markdown, 1));
            case '.', ')' -> mark > 0 && endsWord(at(markdown, mark + 1));
            default -> false;
        };
        return begins ? markdown.substring(0, mark) + "\\" + markdown.substring(mark) : markdown;
    }

    private static boolean isMarkup(String text, int at) {
        return switch (text.charAt(at)) {
            case '`', '*', '[', '<', '|', '~' -> true;
            case '>' -> at == 0;
            case '#' -> at == 0 || text.charAt(at - 1) <= ' ';
            case '&' -> at(text, at + 1) == '#' || Character.isLetter(at(text, at + 1));
            case '\\' -> at + 1 == text.length() || isPunctuation(text.charAt(at + 1));
            case '_' -> !insideWord(text, at);
            default -> false;
        };
    }

    /** The character there, or a space after the end. */
    private static char at(String text, int index) {
        return index < text.length() ? text.charAt(index) : ' ';
    }

    private static boolean endsWord(char c) {
        return c == ' ' || c == '\t';
    }

    /** Whether an underscore is within a word, as in {@code snake_case}, and so no emphasis. */
    private static boolean insideWord(String text, int at) {
        return at > 0
                && at + 1 < text.length()
                && Character.isLetterOrDigit(text.charAt(at - 1))
                && Character.isLetterOrDigit(text.charAt(at + 1));
    }

    private static boolean isPunctuation(char c) {
        return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
    }
}
