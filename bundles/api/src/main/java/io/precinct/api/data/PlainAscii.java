package io.precinct.api.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The ASCII characters that stand for themselves in a JSON string: neither controls nor the quotation mark nor the backslash. */
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
     * Where the run of bytes ends that stand for themselves in a JSON string, bytes of longer characters included: at the
     * end, at a control, a quotation mark, a backslash, or at a question mark, for which {@code String.getBytes(UTF_8)} may
     * have put half a surrogate pair. Eight bytes are tested at once: subtracting one turns the high bit of a byte on where
     * it was zero; a borrow from a neighbour can only make the eight looked at one by one.
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
