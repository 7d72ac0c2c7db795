package io.precinct.api.data;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/** A growing buffer of JSON in UTF-8, and how strings are written into it. Belongs to one thread. */
abstract class JsonBuffer {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    /** From this length on a string is cheaper to copy and to look through eight bytes at a time. */
    private static final int LONG = 24;

    /** Up to here a buffer grows fast. */
    private static final int SMALL = 1 << 16;

    /** The longest form of an escaped character. */
    private static final int ESCAPED = 6;

    final boolean canonical;
    byte[] bytes;
    int size;

    JsonBuffer(boolean canonical, byte[] bytes) {
        this.canonical = canonical;
        this.bytes = bytes;
    }

    final void string(String text) {
        int length = text.length();
        room(length + 2);
        bytes[size++] = '"';
        if (length < LONG) {
            int plain = plain(text);
            if (plain < length) {
                rest(text, plain);
            }
        } else {
            longText(text);
        }
        room(1);
        bytes[size++] = '"';
    }

    /** Writes the characters of {@code text} that stand for themselves, up to the first that does not; says where. */
    private int plain(String text) {
        int length = text.length();
        byte[] buffer = bytes;
        int start = size;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (!PlainAscii.is(c)) {
                size = start + i;
                return i;
            }
            buffer[start + i] = (byte) c;
        }
        size = start + length;
        return length;
    }

    /** Copies runs of what stands for itself, and escapes what stands between them. */
    private void longText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        boolean ascii = utf8.length == text.length();
        if (!ascii && halfPair(text) >= 0) {
            rest(text, 0);
            return;
        }
        int from = 0;
        while (true) {
            int end = PlainAscii.end(utf8, from);
            room(end - from + ESCAPED);
            System.arraycopy(utf8, from, bytes, size, end - from);
            size += end - from;
            if (end == utf8.length) {
                return;
            }
            char c = (char) utf8[end];
            if (c != '?') {
                escape(c);
            } else if (ascii && text.charAt(end) != c) {
                rest(text, end);
                return;
            } else {
                bytes[size++] = '?';
            }
            from = end + 1;
        }
    }

    /** The index of the first half of a surrogate pair that lacks its other half, or -1. */
    static int halfPair(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (text.codePointAt(i) < 0x10000) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /** Writes {@code text} from a character on that needs more than itself. */
    private void rest(String text, int from) {
        int length = text.length();
        room((length - from) * ESCAPED);
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            if (PlainAscii.is(c)) {
                bytes[size++] = (byte) c;
            } else if (c < 0x80) {
                escape(c);
            } else if (c < 0x800) {
                bytes[size++] = (byte) (0xC0 | c >> 6);
                bytes[size++] = (byte) (0x80 | c & 0x3F);
            } else if (Character.isSurrogate(c)) {
                i = surrogate(text, i);
            } else {
                bytes[size++] = (byte) (0xE0 | c >> 12);
                bytes[size++] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[size++] = (byte) (0x80 | c & 0x3F);
            }
        }
    }

    /** Writes the code point at {@code i}; half a pair becomes the replacement character unless canonical. */
    private int surrogate(String text, int i) {
        int code = text.codePointAt(i);
        if (code < 0x10000) {
            if (canonical) {
                throw new Json.NotCanonical("a string holds half a surrogate pair and has no canonical form");
            }
            bytes[size++] = (byte) 0xEF;
            bytes[size++] = (byte) 0xBF;
            bytes[size++] = (byte) 0xBD;
            return i;
        }
        bytes[size++] = (byte) (0xF0 | code >> 18);
        bytes[size++] = (byte) (0x80 | code >> 12 & 0x3F);
        bytes[size++] = (byte) (0x80 | code >> 6 & 0x3F);
        bytes[size++] = (byte) (0x80 | code & 0x3F);
        return i + 1;
    }

    private void escape(char c) {
        bytes[size++] = '\\';
        switch (c) {
            case '"', '\\' -> bytes[size++] = (byte) c;
            case '\b' -> bytes[size++] = 'b';
            case '\t' -> bytes[size++] = 't';
            case '\n' -> bytes[size++] = 'n';
            case '\f' -> bytes[size++] = 'f';
            case '\r' -> bytes[size++] = 'r';
            default -> {
                bytes[size++] = 'u';
                bytes[size++] = '0';
                bytes[size++] = '0';
                bytes[size++] = HEX[c >> 4];
                bytes[size++] = HEX[c & 0xF];
            }
        }
    }

    /** A whole number in decimal digits, without a string of them in between. */
    final void digits(long value) {
        if (value == Long.MIN_VALUE) {
            ascii(Long.toString(value));
            return;
        }
        room(20);
        long rest = value;
        if (rest < 0) {
            bytes[size++] = '-';
            rest = -rest;
        }
        int end = size + length(rest);
        int at = end;
        while (rest > Integer.MAX_VALUE) {
            bytes[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        int small = (int) rest;
        do {
            bytes[--at] = (byte) ('0' + small % 10);
            small /= 10;
        } while (small > 0);
        size = end;
    }

    private static int length(long value) {
        int length = 1;
        for (long beyond = 10; length < 19 && value >= beyond; beyond *= 10) {
            length++;
        }
        return length;
    }

    @SuppressWarnings("deprecation") // getBytes with ranges copies ASCII without a decoder or a second array
    final void ascii(String text) {
        room(text.length());
        text.getBytes(0, text.length(), bytes, size);
        size += text.length();
    }

    final void byteOf(char c) {
        room(1);
        bytes[size++] = (byte) c;
    }

    final void room(int more) {
        if (size + more > bytes.length) {
            grow(more);
        }
    }

    private void grow(int more) {
        int roomier = bytes.length * (bytes.length < SMALL ? 4 : 2);
        bytes = Arrays.copyOf(bytes, Math.max(roomier, size + more));
    }

    final void update(MessageDigest digest, int from) {
        digest.update(bytes, from, size - from);
    }

    final int size() {
        return size;
    }

    /** Takes back what was written from {@code size} on. */
    final void cut(int size) {
        this.size = size;
    }

    final byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }
}
