package io.precinct.launcher.mcp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of a stream, each of which is a message. Of a line that is too long, only its ids are kept. */
final class MessageLines {
    /** The longest line in bytes, without its end. */
    static final int LONGEST = 16 << 20;

    private static final int CHUNK = 1 << 16;

    private final InputStream in;
    private final byte[] chunk = new byte[CHUNK];
    private int from;
    private int to;

    /** A line. */
    sealed interface Line {
        /**
         * A line that may be a message.
         *
         * @param bytes without the end of the line
         */
        @SuppressWarnings("ArrayRecordComponent") // read once, never compared
        record Whole(byte[] bytes) implements Line {}

        /**
         * A line of more than {@link #LONGEST} bytes, which has been skipped.
         *
         * @param ids the ids that were found in it
         */
        record TooLong(List<Object> ids) implements Line {}
    }

    MessageLines(InputStream in) {
        this.in = in;
    }

    /** Reads the next line; null at the end of the stream. */
    @Nullable
    Line next() throws IOException {
        if (!filled()) {
            return null;
        }
        var line = new ByteArrayOutputStream();
        while (filled()) {
            int end = from;
            while (end < to && chunk[end] != '\n') {
                end++;
            }
            if (end - from > LONGEST - line.size()) {
                return tooLong(line.toByteArray());
            }
            line.write(chunk, from, end - from);
            from = end;
            if (end < to) {
                from++;
                break;
            }
        }
        return new Line.Whole(line.toByteArray());
    }

    private Line tooLong(byte[] begin) throws IOException {
        InputStream rest = new RestOfLine();
        List<Object> ids = RequestIds.in(new SequenceInputStream(new ByteArrayInputStream(begin), rest));
        while (rest.read() >= 0) {
            // the line is skipped
        }
        from++;
        return new Line.TooLong(ids);
    }

    /** Whether a byte is left, for which it waits. */
    private boolean filled() throws IOException {
        if (from < to) {
            return true;
        }
        from = 0;
        to = Math.max(0, in.read(chunk));
        return to > 0;
    }

    /** What has not been read of the current line, up to its end. */
    private final class RestOfLine extends InputStream {
        @Override
        public int read() throws IOException {
            return filled() && chunk[from] != '\n' ? chunk[from++] & 0xFF : -1;
        }
    }
}
