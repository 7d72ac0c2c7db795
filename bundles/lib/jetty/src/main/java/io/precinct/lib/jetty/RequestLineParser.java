package io.precinct.lib.jetty;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads the request line along with Jetty's parser, byte by byte, however the line is cut into buffers: a method, one
 * space, a target, one space, a version in capitals, the end. All else about it is Jetty's.
 */
final class RequestLineParser extends HttpParser {
    private static final EnumSet<State> IN_LINE = EnumSet.range(State.START, State.REQUEST_VERSION);
    private static final String NAME = "HTTP/";
    /** As in {@code HTTP/1.1}. */
    private static final int VERSION = NAME.length() + 3;

    /** Where in the line the next byte is. */
    private enum At {
        /** Empty lines before it are passed over. */
        BEFORE,
        METHOD,
        TARGET,
        VERSION,
        BEHIND
    }

    private At at = At.BEFORE;
    /** Bytes of the part that were seen. */
    private int seen;

    RequestLineParser(RequestHandler handler, int mostHeaderBytes, HttpCompliance compliance) {
        super(handler, mostHeaderBytes, compliance);
    }

    @Override
    public boolean parseNext(ByteBuffer buffer) {
        if (IN_LINE.contains(getState())) {
            String fault = read(buffer);
            if (fault != null) {
                BufferUtil.clear(buffer);
                badMessage(new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, fault));
                return false; // as it does itself then
            }
        }
        return super.parseNext(buffer);
    }

    private @Nullable String read(ByteBuffer buffer) {
        if (isState(State.START) && at == At.BEHIND) {
            at = At.BEFORE;
        }
        for (int i = buffer.position(); i < buffer.limit() && at != At.BEHIND; i++) {
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
                    at = At.BEHIND; // too short, which Jetty says
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
                    at = At.BEHIND;
                } else if (found == ' ') {
                    return seen == 0 ? "More than one space" : "Space behind the version";
                } else if (seen >= VERSION || seen < NAME.length() && found != NAME.charAt(seen)) {
                    return "Unknown version";
                } else {
                    seen++;
                }
            }
            case BEHIND -> throw new IllegalStateException("nothing of the line is left");
        }
        return null;
    }

    private void enter(At part) {
        at = part;
        seen = 0;
    }
}
