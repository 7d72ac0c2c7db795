package io.precinct.core.route;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoding of path segments and query parts (RFC 3986 §2.1), UTF-8, decoded strictly and once. */
public final class PercentCoding {
    private static final String UNRESERVED = "-._~";

    private PercentCoding() {}

    /** A part of a URL that is not well encoded. */
    public static final class Malformed extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null);
        }
    }

    /**
     * Decodes one segment.
     *
     * @throws Malformed where an escape is cut or the bytes are not UTF-8
     */
    public static String decode(String segment) {
        return segment.indexOf('%') < 0 ? segment : decodeEscapes(segment, false);
    }

    /** As {@link #decode}, for a part of a query, where + is a space. */
    public static String decodeQuery(String part) {
        return part.indexOf('%') < 0 && part.indexOf('+') < 0 ? part : decodeEscapes(part, true);
    }

    /** True where {@link #decode} would not fail. */
    public static boolean decodes(String segment) {
        try {
            decode(segment);
            return true;
        } catch (Malformed e) {
            return false;
        }
    }

    /** Encodes everything but unreserved characters. */
    public static String encode(String text) {
        var out = new StringBuilder(text.length() + 8);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0)) {
                out.append(c);
            } else {
                out.append('%').append(hex(c >> 4)).append(hex(c & 0xF));
            }
        }
        return out.toString();
    }

    private static char hex(int digit) {
        return Character.toUpperCase(Character.forDigit(digit, 16));
    }

    private static String decodeEscapes(String text, boolean query) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[raw.length];
        int size = 0;
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                int high = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 1], 16) : -1;
                int low = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw new Malformed("\"%\" must be followed by two hexadecimal digits");
                }
                bytes[size++] = (byte) (high << 4 | low);
                i += 2;
            } else {
                bytes[size++] = query && raw[i] == '+' ? (byte) ' ' : raw[i];
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, size))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Malformed("percent-encoded bytes are not UTF-8");
        }
    }
}
