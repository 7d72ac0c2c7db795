package io.precinct.lib.jetty;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Checks the form of the request line before Jetty's parser reads it: a method, one space, a target, one space, a
 * version in capitals, the end. It reads byte by byte, so the line may be split into buffers anywhere. Jetty checks
 * everything else.
 */
final class RequestLineParser extends HttpParser {
    private static final EnumSet<State> IN_LINE = EnumSet.range(State.START, State.REQUEST_VERSION);
    private static final String NAME = "HTTP/";
    /** The length of a version, as in {@code HTTP/1.1}. */
    private static final int VERSION = NAME.length() + 3;

    /** The part of the line that the next byte belongs to. */
    private enum At {
        /** Before the line; empty lines are skipped here. */
        BEFORE,
        METHOD,
        TARGET,
        VERSION,
        AFTER
    }

    private At at = At.BEFORE;
    /** Number of bytes of the current part so far. */
    private int seen;

    /** The beginning of a line that earlier buffers hold. */
    private String begun = "";

    /** The buffer that is parsed, with the part of it that holds the line or the rest of it; else null. */
    private @Nullable ByteBuffer current;

    private int from;
    private int to;
    private @Nullable RequestLine refused;

    RequestLineParser(RequestHandler handler, int mostHeaderBytes, HttpCompliance compliance) {
        super(handler, mostHeaderBytes, compliance);
    }

    @Override
    public boolean parseNext(ByteBuffer buffer) {
        if (!IN_LINE.contains(getState())) {
            return super.parseNext(buffer);
        }
        current = buffer;
        from = buffer.position();
        to = buffer.limit();
        try {
            String fault = read(buffer);
            if (fault != null) {
                BufferUtil.clear(buffer);
                badMessage(new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, fault));
                return false; // as Jetty's parser does after badMessage
            }
            boolean handle = super.parseNext(buffer);
            if (at != At.BEFORE && at != At.AFTER) {
                begun = sent(); // the line continues in the next buffer
            }
            return handle;
        } finally {
            current = null;
        }
    }

    /** Notes the line before it is refused; the buffer still holds it, although it counts as read. */
    @Override
    protected void badMessage(HttpException fault) {
        if (current != null) {
            refused = RequestLine.of(sent());
        }
        super.badMessage(fault);
    }

    /** Whether the parser has ended, and what still arrives has no meaning. */
    boolean hasEnded() {
        return isState(State.CLOSE) || isState(State.CLOSED);
    }

    /** The line that was refused; null if none was, or if it was read and what follows it was refused. */
    @Nullable
    RequestLine refused() {
        return refused;
    }

    /** What was sent of the line so far, as far as it is of interest. */
    private String sent() {
        ByteBuffer buffer = current;
        int more = Math.min(to - from, RequestLine.MOST - begun.length());
        if (buffer == null || more <= 0) {
            return begun;
        }
        byte[] bytes = new byte[more];
        buffer.duplicate().clear().get(from, bytes);
        return begun + new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private @Nullable String read(ByteBuffer buffer) {
        if (isState(State.START) && at == At.AFTER) {
            at = At.BEFORE;
        }
        if (at == At.BEFORE) {
            begun = "";
        }
        for (int i = buffer.position(); i < buffer.limit() && at != At.AFTER; i++) {
            String fault = next(buffer.get(i));
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable String next(byte found) {
        boolean ends = found == '\r' || found == '\n';
        switch (at) {
            case BEFORE -> {
                if (!ends) {
                    enter(At.METHOD);
                    seen++;
                }
            }
            case METHOD, TARGET -> {
                if (ends) {
                    at = At.AFTER; // too short, which Jetty reports
                } else if (found != ' ') {
                    seen++;
                } else if (seen == 0) {
                    return "More than one space";
                } else {
                    enter(at == At.METHOD ? At.TARGET : At.VERSION);
                }
            }
            case VERSION -> {
                if (ends) {
                    at = At.AFTER;
                } else if (found == ' ') {
                    return seen == 0 ? "More than one space" : "Space after the version";
                } else if (seen >= VERSION || seen < NAME.length() && found != NAME.charAt(seen)) {
                    return "Unknown version";
                } else {
                    seen++;
                }
            }
            case AFTER -> throw new IllegalStateException("nothing of the line is left");
        }
        return null;
    }

    private void enter(At part) {
        at = part;
        seen = 0;
    }
}
