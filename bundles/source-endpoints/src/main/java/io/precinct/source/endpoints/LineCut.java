package io.precinct.source.endpoints;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Lets some lines of a stream through, for files that are too large to be held. Counts line feeds, which hold for every
 * charset that source code is written in, UTF-16 excepted. Not thread-safe.
 */
final class LineCut extends OutputStream {
    private final int from;
    private final int to;
    private final OutputStream out;
    private int line = 1;
    private boolean open;

    LineCut(int from, int to, OutputStream out) {
        this.from = from;
        this.to = to;
        this.out = out;
    }

    /** How many lines went by; a last one without end counts. */
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
