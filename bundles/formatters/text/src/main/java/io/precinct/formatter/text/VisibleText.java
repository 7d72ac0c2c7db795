package io.precinct.formatter.text;

import java.util.HexFormat;

/** Replaces characters that a terminal would act on by visible symbols. */
final class VisibleText {
    private VisibleText() {}

    /** {@code text} with a symbol for every control character and every bidirectional control; tabs stay. */
    static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isPlain(text.charAt(i))) {
                return replaced(text, i);
            }
        }
        return text;
    }

    private static String replaced(String text, int from) {
        var out = new StringBuilder(text.length() + 16).append(text, 0, from);
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPlain(c)) {
                out.append(c);
            } else if (Character.isSurrogate(c)) {
                int codePoint = text.codePointAt(i);
                boolean whole = Character.isSupplementaryCodePoint(codePoint);
                out.appendCodePoint(whole ? codePoint : 0xFFFD);
                i += whole ? 1 : 0;
            } else if (c < ' ') {
                out.append((char) (0x2400 + c)); // its picture: ␀, ␛
            } else if (c == 0x7F) {
                out.append('\u2421');
            } else {
                out.append("[U+")
                        .append(HexFormat.of().withUpperCase().toHexDigits(c))
                        .append(']');
            }
        }
        return out.toString();
    }

    private static boolean isPlain(char c) {
        return c < 0x7F ? c >= ' ' || c == '\t' : c > 0x9F && !Character.isSurrogate(c) && !breaksOrTurns(c);
    }

    /** Line and paragraph separators, embeddings, overrides and isolates. */
    private static boolean breaksOrTurns(char c) {
        return c >= 0x2028 && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
    }
}
