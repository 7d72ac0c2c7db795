package io.precinct.source.facts.extraction;

import io.precinct.source.api.Item;
import io.precinct.source.api.Position;
import io.precinct.source.api.PositionEncoding;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A text in UTF-8 and the starts of its rows. Rows end at {@code \n} only, as tree-sitter counts them. Thread-safe
 * if nobody changes the bytes.
 */
public final class SourceText {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOWER_BITS = 0x7F7F7F7F7F7F7F7FL;

    /** In a longer line, columns are counted from marks at this distance, in bytes. */
    private static final int STRIDE = 1024;

    private final byte[] bytes;
    private final int[] rows;

    /** Units before each mark, in UTF-16 and in UTF-32; null until a column in a long line is asked for. */
    private volatile int @Nullable [] marks16;

    private volatile int @Nullable [] marks32;

    /** @param bytes UTF-8; kept, not copied */
    public SourceText(byte[] bytes) {
        this.bytes = bytes;
        rows = rows(bytes);
    }

    /** The starts of rows. Looks at eight bytes at a time. */
    private static int[] rows(byte[] bytes) {
        var starts = new int[16 + bytes.length / 32];
        int count = 1;
        int at = 0;
        for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
            long newlines = newlines((long) EIGHT.get(bytes, at));
            if (count > starts.length - Long.BYTES) {
                starts = Arrays.copyOf(starts, 2 * starts.length);
            }
            for (; newlines != 0; newlines &= newlines - 1) {
                starts[count++] = at + (Long.numberOfTrailingZeros(newlines) >>> 3) + 1;
            }
        }
        starts = Arrays.copyOf(starts, count + bytes.length - at);
        for (; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                starts[count++] = at + 1;
            }
        }
        return Arrays.copyOf(starts, count);
    }

    /** The highest bit of each of eight bytes that is a newline. */
    private static long newlines(long eight) {
        long different = eight ^ NEWLINES;
        return ~(((different & LOWER_BITS) + LOWER_BITS) | different | LOWER_BITS);
    }

    public byte[] bytes() {
        return bytes;
    }

    /** Its memory use, in bytes. */
    public int weight() {
        return bytes.length + 4 * rows.length + 64;
    }

    /** How many rows there are; the last one may be empty. */
    int rows() {
        return rows.length;
    }

    /** How many lines there are; a newline at the very end begins no further one. */
    public int lines() {
        return lastRow() + 1;
    }

    /** The row, from 0, of an offset. */
    int row(int offset) {
        int found = Arrays.binarySearch(rows, offset);
        return found >= 0 ? found : -found - 2;
    }

    /** The start of the row. */
    int rowStart(int row) {
        return rows[row];
    }

    /** The end of the row, before its newline and a preceding {@code \r}. */
    int rowEnd(int row) {
        if (row + 1 == rows.length) {
            return bytes.length;
        }
        int end = rows[row + 1] - 1;
        return end > rows[row] && bytes[end - 1] == '\r' ? end - 1 : end;
    }

    public String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    public Position position(int offset, PositionEncoding encoding) {
        int row = row(offset);
        return new Position(row + 1, row, column(rows[row], offset, encoding), offset);
    }

    private int column(int from, int to, PositionEncoding encoding) {
        if (encoding == PositionEncoding.UTF_8) {
            return to - from;
        }
        boolean pairs = encoding == PositionEncoding.UTF_16;
        return to - from <= STRIDE ? units(from, to, pairs) : unitsBefore(to, pairs) - unitsBefore(from, pairs);
    }

    /** Units before an offset, counted from a mark shortly before it. */
    private int unitsBefore(int offset, boolean pairs) {
        int[] marks = pairs ? marks16 : marks32;
        if (marks == null) {
            marks = marks(pairs);
            if (pairs) {
                marks16 = marks;
            } else {
                marks32 = marks;
            }
        }
        int mark = offset / STRIDE;
        return marks[mark] + units(mark * STRIDE, offset, pairs);
    }

    private int[] marks(boolean pairs) {
        var marks = new int[bytes.length / STRIDE + 1];
        for (int i = 1; i < marks.length; i++) {
            marks[i] = marks[i - 1] + units((i - 1) * STRIDE, i * STRIDE, pairs);
        }
        return marks;
    }

    /** @param pairs whether four bytes are two units, as the surrogate pairs of UTF-16 are; else they are one */
    private int units(int from, int to, boolean pairs) {
        int units = 0;
        for (int i = from; i < to; i++) {
            int first = bytes[i] & 0xFF;
            if ((first & 0xC0) != 0x80) {
                units += first >= 0xF0 && pairs ? 2 : 1;
            }
        }
        return units;
    }

    /** An offset, moved onward out of the middle of a character. */
    int atCharacter(int offset) {
        int moved = offset;
        while (moved < offset + 3 && isWithinCharacter(moved)) {
            moved++;
        }
        return moved;
    }

    /** An offset, moved back out of the middle of a character. */
    int backAtCharacter(int offset) {
        int moved = offset;
        while (moved > offset - 3 && isWithinCharacter(moved)) {
            moved--;
        }
        return moved;
    }

    private boolean isWithinCharacter(int offset) {
        return offset > 0 && offset < bytes.length && (bytes[offset] & 0xC0) == 0x80;
    }

    /** The length of the text of lines; a single one may be as long as a file. */
    public static long length(Item.Lines lines) {
        long length = 0;
        for (String line : lines.lines()) {
            length += line.length();
        }
        return length;
    }

    /** The last row; a newline at the very end begins no further line. */
    int lastRow() {
        int last = rows.length - 1;
        return last > 0 && rows[last] == bytes.length ? last - 1 : last;
    }
}
