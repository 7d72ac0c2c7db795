package io.precinct.api.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The ASCII characters that stand for themselves in a JSON string: neither controls nor the quotation mark nor the backslash. */
final class PlainAscii {
    private static final boolean[] PLAIN = plain();

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;
    private static final long SPACES = ' ' * ONES;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long QUESTION_MARKS = '?' * ONES;

    private PlainAscii() {}

    private static boolean[] plain() {
        var plain = new boolean[0x80];
        Arrays.fill(plain, ' ', 0x80, true);
        plain['"'] = false;
        plain['\\'] = false;
        return plain;
    }

    static boolean is(char c) {
        return c < PLAIN.length && PLAIN[c];
    }

    /**
     * Whether {@code String.getBytes(UTF_8)} gave nothing but plain ASCII. False also where there is a question mark: it
     * may stand for half a surrogate pair. Subtracting one from each byte turns its high bit on where it was zero, which
     * tests eight bytes at once; a borrow from a neighbour can only make the answer false, never true.
     */
    static boolean all(byte[] utf8) {
        int i = 0;
        for (; i <= utf8.length - Long.BYTES; i += Long.BYTES) {
            long eight = (long) EIGHT.get(utf8, i);
            long bad = eight
                    | (eight - SPACES)
                    | ((eight ^ QUOTES) - ONES)
                    | ((eight ^ BACKSLASHES) - ONES)
                    | ((eight ^ QUESTION_MARKS) - ONES);
            if ((bad & HIGH) != 0) {
                return false;
            }
        }
        for (; i < utf8.length; i++) {
            if (utf8[i] < 0 || !PLAIN[utf8[i]] || utf8[i] == '?') {
                return false;
            }
        }
        return true;
    }
}
