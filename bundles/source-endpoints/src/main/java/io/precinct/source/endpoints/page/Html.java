package io.precinct.source.endpoints.page;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A page as it grows. {@link #tag} takes markup of this bundle's own and never data; {@link #text} takes data, for content
 * and for quoted attributes alike. Not thread-safe.
 */
final class Html {
    private final StringBuilder out = new StringBuilder(32_768);

    /** Appends markup as it is. */
    Html tag(String markup) {
        out.append(markup);
        return this;
    }

    /** Appends a number. */
    Html number(long value) {
        out.append(value);
        return this;
    }

    /** Appends data, escaped. */
    Html text(String data) {
        return text(data, 0, data.length());
    }

    /** Appends a part of data, escaped. */
    Html text(String data, int from, int to) {
        int plain = from;
        for (int i = from; i < to; i++) {
            char c = data.charAt(i);
            boolean pair = Character.isHighSurrogate(c) && i + 1 < to && Character.isLowSurrogate(data.charAt(i + 1));
            if (pair) {
                i++;
            } else if (special(c)) {
                out.append(data, plain, i);
                escape(c);
                plain = i + 1;
            }
        }
        out.append(data, plain, to);
        return this;
    }

    /** Appends a link to an address of this service. */
    Html link(String address, String shown) {
        return tag("<a href=\"").text(address).tag("\">").text(shown).tag("</a>");
    }

    int length() {
        return out.length();
    }

    byte[] bytes() {
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static boolean special(char c) {
        return c < ' ' && c != '\t' && c != '\n'
                || "&<>\"'".indexOf(c) >= 0
                || c >= 0x7F && c <= 0x9F
                || turnsText(c)
                || Character.isSurrogate(c);
    }

    private void escape(char c) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            case '\r' -> {} // the end of a line is shown by its beginning the next
            default -> {
                if (c < ' ') {
                    out.append((char) (0x2400 + c)); // its picture: ␀, ␛
                } else {
                    out.append("[U+")
                            .append(HexFormat.of().withUpperCase().toHexDigits(c))
                            .append(']');
                }
            }
        }
    }

    /** Embeddings, overrides, isolates and marks: they can make a reader see other code than a compiler does. */
    private static boolean turnsText(char c) {
        return c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069 || c == 0x200E || c == 0x200F || c == 0x061C;
    }
}
