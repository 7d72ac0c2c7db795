package io.precinct.source.endpoints;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Passes on some lines of a stream, for files too large for memory. It counts line feed bytes, which works for every
 * charset that source code is written in except UTF-16. Not thread-safe.
 */
final class LineRangeOutputStream extends OutputStream {
    private final int from;
    private final int to;
    private final OutputStream out;
    private int line = 1;
    private boolean open;

    LineRangeOutputStream(int from, int to, OutputStream out) {
        this.from = from;
        this.to = to;
        this.out = out;
    }

    /** How many lines were written; a last line without a line feed counts. */
    int lines() {
        return open ? line : line - 1;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int begin = offset;
        for (int i = offset; i < offset + length; i++) {
            open = bytes[i] != '\n';
            if (!open) {
                pass(bytes, begin, i + 1 - begin);
                begin = i + 1;
                line++;
            }
        }
        pass(bytes, begin, offset + length - begin);
    }

    private void pass(byte[] bytes, int offset, int length) throws IOException {
        if (length > 0 && line >= from && line <= to) {
            out.write(bytes, offset, length);
        }
    }
}
