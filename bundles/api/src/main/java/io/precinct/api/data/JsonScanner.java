package io.precinct.api.data;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The bytes of a JSON document and how far they have been read; reads texts and words, and locates faults. */
final class JsonScanner {

    private final byte[] bytes;
    private int at;

    JsonScanner(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Skips a byte order mark, and refuses UTF-16 and UTF-32: other readers on the way would read something else. */
    void begin() throws MalformedJson {
        for (int i = 0; i < Math.min(4, bytes.length); i++) {
            if (bytes[i] == 0 || bytes[i] == (byte) 0xFE || bytes[i] == (byte) 0xFF) {
                throw fault(i, "JSON is UTF-8 (RFC 8259 §8.1)");
            }
        }
        if (bytes.length > 2 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
            at = 3;
        }
    }

    int at() {
        return at;
    }

    void at(int place) {
        at = place;
    }

    /**
     * Skips white space and returns the next byte, which it passes too; 0 at the end, and for a NUL, which JSON never
     * contains.
     */
    byte next() {
        while (at < bytes.length) {
            byte b = bytes[at++];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b;
            }
        }
        at = bytes.length + 1;
        return 0;
    }

    /** The next byte, without passing it; 0 at the end. */
    byte peek() {
        return at < bytes.length ? bytes[at] : 0;
    }

    /** The byte at a position that has been passed. */
    byte passed(int place) {
        return bytes[place];
    }

    /** The text between two positions, in which each byte is a character. */
    String ascii(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    boolean ended() {
        return at > bytes.length;
    }

    /** Passes these bytes if they come next. */
    boolean accept(byte[] expected) {
        int end = at + expected.length;
        if (end > bytes.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (bytes[at + i] != expected[i]) {
                return false;
            }
        }
        at = end;
        return true;
    }

    /** Passes digits; returns how many. */
    int digits() {
        int start = at;
        for (byte b = peek(); b >= '0' && b <= '9'; b = peek()) {
            at++;
        }
        return at - start;
    }

    /** A text whose first quotation mark has been passed. */
    String text() throws MalformedJson {
        int start = at;
        int end = plain(start);
        if (end < bytes.length && bytes[end] == '"') {
            at = end + 1;
            return ascii(start, end);
        }
        return longText(start, end);
    }

    /** The end of the run of ASCII that needs no escaping, found eight bytes at a time. */
    private int plain(int from) {
        int i = from;
        while (i <= bytes.length - Long.BYTES) {
            long eight = PlainAscii.eight(bytes, i);
            long quotes = eight ^ PlainAscii.QUOTES;
            long backslashes = eight ^ PlainAscii.BACKSLASHES;
            long stops = (eight
                            | eight - PlainAscii.SPACES
                            | quotes - PlainAscii.ONES & ~quotes
                            | backslashes - PlainAscii.ONES & ~backslashes)
                    & PlainAscii.HIGH;
            if (stops != 0) {
                // The lowest mark is exact: nothing below it borrowed.
                return i + Long.numberOfTrailingZeros(stops) / Byte.SIZE;
            }
            i += Long.BYTES;
        }
        while (i < bytes.length && bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        return i;
    }

    private String longText(int start, int plainEnd) throws MalformedJson {
        StringBuilder text = null;
        int from = start;
        int i = plainEnd;
        while (i < bytes.length) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                String last = utf8(from, i);
                return text == null ? last : text.append(last).toString();
            } else if (b == '\\') {
                text = text == null ? new StringBuilder(i - start + 64) : text;
                text.append(utf8(from, i));
                at = i + 1;
                char one = escaped();
                text.append(one);
                if (Character.isSurrogate(one)) {
                    text.append(otherHalf(one, i));
                }
                from = at;
                i = plain(from);
            } else if (b < 0) {
                i = plain(i + 1);
            } else {
                throw fault(i, "expected no control character in a text, got one");
            }
        }
        throw fault(bytes.length, "expected the end of the text, got the end of the document");
    }

    private String utf8(int from, int to) throws MalformedJson {
        var text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0) {
            requireUtf8(from, to); // it may have been written, or inserted by the decoder
        }
        return text;
    }

    private void requireUtf8(int from, int to) throws MalformedJson {
        var part = ByteBuffer.wrap(bytes, from, to - from);
        try {
            StandardCharsets.UTF_8.newDecoder().decode(part);
        } catch (CharacterCodingException e) {
            throw fault(part.position(), "expected UTF-8, got other bytes");
        }
    }

    /**
     * The second half of a surrogate pair, which must follow the first: half a pair stands for no character, and would
     * come back as another.
     *
     * @param place position of the first half
     */
    private char otherHalf(char first, int place) throws MalformedJson {
        if (Character.isHighSurrogate(first) && at + 1 < bytes.length && bytes[at] == '\\' && bytes[at + 1] == 'u') {
            at++;
            char second = escaped();
            if (Character.isLowSurrogate(second)) {
                return second;
            }
        }
        throw fault(place, "half a surrogate pair is no character");
    }

    private char escaped() throws MalformedJson {
        byte b = peek();
        at++;
        return switch (b) {
            case '"', '\\', '/' -> (char) b;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++, at++) {
                    int digit = Character.digit(peek(), 16);
                    if (digit < 0) {
                        throw unexpected(at, "four hexadecimal digits");
                    }
                    code = code << 4 | digit;
                }
                yield (char) code;
            }
            default -> throw unexpected(at - 1, "an escape that JSON knows");
        };
    }

    /** The fault of a last byte that was not expected. */
    MalformedJson unexpected(String expected) {
        return unexpected(at - 1, expected);
    }

    MalformedJson unexpected(int place, String expected) {
        String got = place >= bytes.length ? "the end of the document" : shown(place);
        return fault(place, "expected " + expected + ", got " + got);
    }

    private String shown(int place) {
        byte b = bytes[place];
        return b > ' ' && b < 0x7F ? "\"" + (char) b + '"' : "the byte 0x" + Integer.toHexString(b & 0xFF);
    }

    MalformedJson fault(int place, String fault) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < Math.min(place, bytes.length); i++) {
            if (bytes[i] == '\n') {
                line++;
                column = 1;
            } else if ((bytes[i] & 0xC0) != 0x80) { // not a continued character
                column++;
            }
        }
        return new MalformedJson(fault, line, column);
    }
}
