package io.precinct.api.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The ASCII characters that need no escaping in a JSON string: all but controls, the quotation mark and the backslash.
 */
final class PlainAscii {
    private static final boolean[] PLAIN = plain();

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final long ONES = 0x0101010101010101L;
    static final long HIGH = 0x8080808080808080L;
    static final long SPACES = ' ' * ONES;
    static final long QUOTES = '"' * ONES;
    static final long BACKSLASHES = '\\' * ONES;
    private static final long QUESTION_MARKS = '?' * ONES;

    private PlainAscii() {}

    private static boolean[] plain() {
        var plain = new boolean[0x80];
        Arrays.fill(plain, ' ', 0x80, true);
        plain['"'] = false;
        plain['\\'] = false;
        return plain;
    }

    /** Eight bytes from {@code at} on, the first one lowest. */
    static long eight(byte[] bytes, int at) {
        return (long) EIGHT.get(bytes, at);
    }

    static boolean is(char c) {
        return c < PLAIN.length && PLAIN[c];
    }

    /**
     * The end of the run of bytes that need no escaping in a JSON string, including bytes of longer characters: at the
     * end, at a control, a quotation mark, a backslash, or at a question mark, by which {@code String.getBytes(UTF_8)}
     * may have replaced half a surrogate pair. Eight bytes are tested at once: subtracting one sets the high bit of a
     * byte that was zero; a borrow from a neighbour can only cause the eight to be checked one by one.
     */
    static int end(byte[] utf8, int from) {
        int i = from;
        while (i <= utf8.length - Long.BYTES) {
            long eight = eight(utf8, i);
            long quotes = eight ^ QUOTES;
            long backslashes = eight ^ BACKSLASHES;
            long questionMarks = eight ^ QUESTION_MARKS;
            long stops = ((eight - SPACES) & ~eight)
                    | ((quotes - ONES) & ~quotes)
                    | ((backslashes - ONES) & ~backslashes)
                    | ((questionMarks - ONES) & ~questionMarks);
            if ((stops & HIGH) != 0) {
                // The lowest mark is exact: nothing below it borrowed.
                return i + Long.numberOfTrailingZeros(stops & HIGH) / Byte.SIZE;
            }
            i += Long.BYTES;
        }
        while (i < utf8.length && (utf8[i] < 0 || PLAIN[utf8[i]] && utf8[i] != '?')) {
            i++;
        }
        return i;
    }
}
