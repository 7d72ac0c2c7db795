package io.precinct.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/** Passes on a part of what is written to it, then ends the writing. Used on one thread. */
final class PartOutput extends OutputStream {
    private final OutputStream out;
    private final ByteRange.Part part;
    private long written;

    PartOutput(OutputStream out, ByteRange.Part part) {
        this.out = out;
        this.part = part;
    }

    /** Tells a writer that no more is wanted; it is not a fault. */
    static final class Enough extends IOException {
        private static final long serialVersionUID = 1L;

        private Enough() {
            super("the part that was asked for is written");
        }
    }

    /** Bytes that the writer wrote, including dropped ones. */
    long written() {
        return written;
    }

    /** Whether all of the part has been passed on. */
    boolean complete() {
        return written > part.last();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (complete()) {
            throw new Enough();
        }
        long from = Math.max(part.first(), written);
        long to = Math.min(part.last() + 1, written + length);
        if (from < to) {
            out.write(bytes, offset + (int) (from - written), (int) (to - from));
        }
        written += length;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
