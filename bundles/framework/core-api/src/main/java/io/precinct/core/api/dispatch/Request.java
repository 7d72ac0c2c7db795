package io.precinct.core.api.dispatch;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as received by a listener. Used on one thread at a time. */
public interface Request {
    /** HTTP method as sent. */
    String method();

    /** The path as sent, percent-encoded, without query. */
    String rawPath();

    /** The query as sent, without the question mark, or null. */
    @Nullable
    String rawQuery();

    /** One header by lower-case name, several lines joined by {@code ", "}; or null. */
    @Nullable
    String header(String name);

    /** All headers by lower-case name; a read-only view that may be computed on first use. */
    Map<String, @Nullable Object> headers();

    /** Whether a body was announced. */
    boolean hasBody();

    /**
     * Reads the whole body; at most once.
     *
     * @throws BodyTooLarge if it is larger than {@code limit} bytes
     * @throws IOException if the client left
     */
    byte[] body(long limit) throws IOException;

    /** Name of the adapter that received it: {@code http}, or null for none. */
    @Nullable
    String adapter();

    /** The sender. */
    Caller caller();

    /**
     * How many more requests its listener would accept at this moment; the fewer, the smaller the share of them for one
     * boundary. Called on the request's thread.
     */
    default int room() {
        return Integer.MAX_VALUE;
    }

    /**
     * Whether the client has left, so that nobody waits for an answer. Called now and then, on another thread than the
     * request's, while a boundary is at work and the body has been read.
     */
    default boolean clientGone() {
        return false;
    }

    /** A body larger than the limit. */
    final class BodyTooLarge extends IOException {
        private static final long serialVersionUID = 1L;

        private final long limit;

        /** A body of more than {@code limit} bytes. */
        public BodyTooLarge(long limit) {
            super("the request body is larger than " + limit + " bytes");
            this.limit = limit;
        }

        /** The limit in bytes. */
        public long limit() {
            return limit;
        }
    }
}
