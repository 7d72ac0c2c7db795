package io.precinct.formatter.html;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The page as it grows, in one buffer. {@link #tag} takes markup from this bundle's own source and never data;
 * {@link #text} takes data and escapes it, for content and for quoted attributes alike. Not thread-safe.
 */
final class Markup {
    /** Characters after which nothing further of the payload is started; no browser is pleased by more. */
    static final int BUDGET = 4 << 20;

    /** Characters shown of one string. */
    static final int LONGEST_TEXT = 100_000;

    private static final char REPLACEMENT = '\uFFFD';

    private final StringBuilder out = new StringBuilder(16_384);

    /** Appends markup as it is. */
    Markup tag(String literal) {
        out.append(literal);
        return this;
    }

    /** Appends a number. */
    Markup number(long value) {
        out.append(value);
        return this;
    }

    /** Appends data, escaped; of a long string the beginning and how much is left out. */
    Markup text(String data) {
        int length = data.length();
        if (length > LONGEST_TEXT) {
            escape(data, LONGEST_TEXT);
            out.append("<span class=\"more\">… ")
                    .append(String.format(Locale.ROOT, "%,d", length - LONGEST_TEXT))
                    .append(" characters more</span>");
        } else {
            escape(data, length);
        }
        return this;
    }

    /** True once the page is as long as it may become: loops end with a word about what they leave out. */
    boolean full() {
        return out.length() > BUDGET;
    }

    byte[] bytes() {
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void escape(String data, int end) {
        int plain = 0;
        for (int i = 0; i < end; i++) {
            char c = data.charAt(i);
            if (isPlain(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < end && Character.isLowSurrogate(data.charAt(i + 1))) {
                i++;
                continue;
            }
            out.append(data, plain, i);
            special(c);
            plain = i + 1;
        }
        out.append(data, plain, end);
    }

    private static boolean isPlain(char c) {
        return c < 0x80
                ? c >= ' ' && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'' && c != 0x7F
                        || c == '\n'
                        || c == '\t'
                : c > 0x9F && c < 0xFFFE && !Character.isSurrogate(c) && !turnsText(c);
    }

    private void special(char c) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            case 0x7F -> out.append('\u2421');
            default -> {
                if (c < ' ') {
                    out.append((char) (0x2400 + c)); // its picture: ␀, ␛
                } else if (Character.isSurrogate(c)) {
                    out.append(REPLACEMENT);
                } else {
                    out.append("[U+")
                            .append(HexFormat.of().withUpperCase().toHexDigits(c))
                            .append(']');
                }
            }
        }
    }

    /** Embeddings, overrides and isolates: they can make a reader see another order than the data has. */
    private static boolean turnsText(char c) {
        return c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
    }
}
