package io.precinct.common.uri;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Percent-encoding of paths and queries (RFC 3986 §2.1) in UTF-8; decoding is strict. An unpaired surrogate is encoded
 * as a question mark. Stateless.
 */
public final class PercentCoding {
    private static final boolean[] UNRESERVED = letters("-._~");
    private static final boolean[] PATH = letters("-._~/");
    /** {@code pchar} of RFC 3986 §3.3. */
    private static final boolean[] SEGMENT = letters("-._~!$&'()*+,;=:@");

    private static final String HEX = "0123456789ABCDEF";

    private PercentCoding() {}

    /**
     * Thrown if a part of a URI is not well encoded. The message is a noun phrase that names the fault, quotes it and
     * says at which character it is, counted from 1, to be used after "the path has".
     */
    public static final class Malformed extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private final String fault;
        private final String quoted;
        private final int at;

        private Malformed(String fault, String quoted, int at) {
            super(fault + ": \"" + quoted + "\" at character " + (at + 1), null);
            this.fault = fault;
            this.quoted = quoted;
            this.at = at;
        }

        /** The same fault of a whole in which the decoded part begins after this many characters. */
        public Malformed after(int characters) {
            return new Malformed(fault, quoted, at + characters);
        }
    }

    /**
     * Decodes one segment of a path.
     *
     * @throws Malformed if an escape is cut or the bytes are not UTF-8
     */
    public static String decode(String segment) {
        return segment.indexOf('%') < 0 ? segment : decodeEscapes(segment, false);
    }

    /** As {@link #decode}, but null instead of an exception. */
    public static @Nullable String decodeOrNull(String segment) {
        try {
            return decode(segment);
        } catch (Malformed e) {
            return null;
        }
    }

    /** As {@link #decode}, for a part of a query, in which + is a space. */
    public static String decodeQuery(String part) {
        return part.indexOf('%') < 0 && part.indexOf('+') < 0 ? part : decodeEscapes(part, true);
    }

    /** Encodes everything but unreserved characters: one segment of a path, or a part of a query. */
    public static String encode(String text) {
        return encode(text, UNRESERVED);
    }

    /** Encodes a whole path: a slash separates segments, which are encoded as by {@link #encode}. */
    public static String encodePath(String path) {
        return encode(path, PATH);
    }

    /** Encodes one segment of a path, except for characters that a segment may contain, as in {@code a:b@c}. */
    public static String encodeSegment(String segment) {
        return encode(segment, SEGMENT);
    }

    private static boolean[] letters(String others) {
        boolean[] plain = new boolean[0x80];
        for (char c = 0; c < plain.length; c++) {
            plain[c] = Character.isLetterOrDigit(c) || others.indexOf(c) >= 0;
        }
        return plain;
    }

    private static String encode(String text, boolean[] plain) {
        if (isPlain(text, plain)) {
            return text;
        }
        var out = new StringBuilder(text.length() + 8);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b >= 0 && plain[b]) {
                out.append((char) b);
            } else {
                out.append('%').append(HEX.charAt(b >> 4 & 0xF)).append(HEX.charAt(b & 0xF));
            }
        }
        return out.toString();
    }

    private static boolean isPlain(String text, boolean[] plain) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= plain.length || !plain[c]) {
                return false;
            }
        }
        return true;
    }

    private static String decodeEscapes(String text, boolean query) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[raw.length];
        int size = 0;
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
                int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw cutEscape(text, new String(raw, 0, i, StandardCharsets.UTF_8).length());
                }
                bytes[size++] = (byte) (high << 4 | low);
                i += 2;
            } else {
                bytes[size++] = query && raw[i] == '+' ? (byte) ' ' : raw[i];
            }
        }
        ByteBuffer read = ByteBuffer.wrap(bytes, 0, size);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(read).toString();
        } catch (CharacterCodingException e) {
            throw notUtf8(text, read.position());
        }
    }

    private static Malformed cutEscape(String text, int at) {
        int end = text.offsetByCodePoints(at, Math.min(3, text.codePointCount(at, text.length())));
        return new Malformed("a \"%\" without two hexadecimal digits after it", text.substring(at, end), at);
    }

    /** The fault of bytes of which the first {@code good} are UTF-8; the next one is from an escape. */
    private static Malformed notUtf8(String text, int good) {
        int at = 0;
        for (int bytes = 0; bytes < good; ) {
            boolean escape = text.charAt(at) == '%';
            int character = text.codePointAt(at);
            bytes += escape ? 1 : Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
            at += escape ? 3 : Character.charCount(character);
        }
        return new Malformed("percent-encoded bytes that are not UTF-8", text.substring(at, at + 3), at);
    }
}
