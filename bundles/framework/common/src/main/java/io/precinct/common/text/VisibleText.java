package io.precinct.common.text;

import java.util.HexFormat;

/** Replaces invisible characters that affect a terminal or the order of a text by symbols. */
public final class VisibleText {
    private static final char DELETE = 0x7F;
    private static final char REPLACEMENT = '\uFFFD';

    private VisibleText() {}

    /** {@code text} on one line, with a symbol for every control character and every bidirectional one; tabs stay. */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isPlain(text.charAt(i))) {
                var out = new StringBuilder(text.length() + 16).append(text, 0, i);
                while (i < text.length()) {
                    i += append(out, text, i);
                }
                return out.toString();
            }
        }
        return text;
    }

    /**
     * Appends the character at an index of {@code text}, or the symbol that stands for it.
     *
     * @return the number of characters of {@code text} that were used: 2 for a surrogate pair, else 1
     */
    public static int append(StringBuilder out, String text, int at) {
        char c = text.charAt(at);
        if (isPlain(c)) {
            out.append(c);
        } else if (Character.isSupplementaryCodePoint(text.codePointAt(at))) {
            out.append(text, at, at + 2);
            return 2;
        } else {
            appendSymbol(out, c);
        }
        return 1;
    }

    /**
     * Appends the symbol for a character that cannot be shown: the picture of a control character (␀, ␊, ␛), U+FFFD
     * for half a surrogate pair, {@code [U+202E]} for any other character.
     */
    public static void appendSymbol(StringBuilder out, char c) {
        if (c < ' ') {
            out.append((char) (0x2400 + c));
        } else if (c == DELETE) {
            out.append('\u2421');
        } else if (Character.isSurrogate(c)) {
            out.append(REPLACEMENT);
        } else {
            out.append("[U+")
                    .append(HexFormat.of().withUpperCase().toHexDigits(c))
                    .append(']');
        }
    }

    private static boolean isPlain(char c) {
        return c < DELETE ? c >= ' ' || c == '\t' : c > 0x9F && !Character.isSurrogate(c) && !breaksOrTurns(c);
    }

    /** Line and paragraph separators, embeddings, overrides and isolates. */
    private static boolean breaksOrTurns(char c) {
        return c >= 0x2028 && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
    }

    /**
     * Whether a character has no width or turns the direction of the text, so that code may be other than it seems on a
     * page. The joiners of Persian and of emoji, and soft hyphens, do not count.
     */
    public static boolean isHidden(char c) {
        return switch (c) {
            case 0x034F, 0x061C, 0x115F, 0x1160, 0x180E, 0x200B, 0x200E, 0x200F, 0x3164, 0xFEFF, 0xFFA0 -> true;
            default -> breaksOrTurns(c) || c >= 0x2060 && c <= 0x206F || c >= 0xFFF9 && c <= 0xFFFB;
        };
    }
}
