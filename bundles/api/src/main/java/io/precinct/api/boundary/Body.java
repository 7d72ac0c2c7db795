package io.precinct.api.boundary;

import io.precinct.api.data.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of a reply. Only {@link Data} is inspected and rendered; the others pass through the chain unchanged, known
 * by their {@linkplain #descriptor() descriptor}.
 */
public sealed interface Body {
    /**
     * Plain data, rendered by the formatter that the client accepts.
     *
     * @param payload frozen plain data
     */
    record Data(@Nullable Object payload) implements Body {
        public Data {
            payload = io.precinct.api.data.Data.freeze(payload);
        }
    }

    /**
     * Data that a formatter has rendered.
     *
     * @param mediaType with its parameters
     * @param content taken over, never changed afterwards
     * @param formatter name of the formatter used
     * @param payload the rendered data
     */
    record Rendered(
            String mediaType,
            byte[] content,
            String formatter,
            @Nullable Object payload) implements Body {}

    /**
     * Bytes in memory.
     *
     * @param mediaType with its parameters; empty for no body
     * @param content taken over, never changed afterwards
     * @param blobId id of the content elsewhere, such as that of a git blob, or null
     */
    record Bytes(String mediaType, byte[] content, @Nullable String blobId) implements Body {
        /** No body; declared here because an interface must not initialise a class that implements it. */
        public static final Bytes NONE = new Bytes("", new byte[0], null);
    }

    /**
     * Bytes written while the answer is sent, on the request's own thread; the chain stays pinned until the writer
     * returns.
     *
     * @param mediaType with its parameters
     * @param length in bytes, or -1 if unknown
     * @param blobId id of the content elsewhere, or null
     * @param writer writes the content; called at most once, not at all for HEAD
     */
    record Stream(String mediaType, long length, @Nullable String blobId, Writer writer) implements Body {}

    /**
     * An open-ended stream, such as server-sent events, owned by a hub and not by the chain that opened it: once the
     * head of the answer is sent, {@code hub} gets the channel and the chain is released.
     *
     * @param mediaType with its parameters
     * @param hub takes the channel over; must not block
     */
    record Push(String mediaType, Hub hub) implements Body {}

    /** Writes a streamed body. */
    @FunctionalInterface
    interface Writer {
        /** Writes the whole body; must not close {@code out}. */
        void writeTo(OutputStream out) throws IOException;
    }

    /** Takes over the channel of a pushed body. */
    @FunctionalInterface
    interface Hub {
        /**
         * Called once the head of the answer is sent; {@code channel} now belongs to the callee, which must eventually
         * close it.
         */
        void opened(Channel channel);
    }

    /** The sending end of a pushed body; thread-safe. */
    interface Channel extends AutoCloseable {
        /**
         * Queues bytes to be sent in order.
         *
         * @return false if the client is gone, or so slow that the bounded buffer is full: the channel is closed then
         */
        boolean send(byte[] bytes);

        /** Runs {@code action} once the channel is closed, by either side; immediately if it is already closed. */
        void onClose(Runnable action);

        @Override
        void close();
    }

    /** Bytes of a media type. */
    static Body bytes(String mediaType, byte[] content) {
        return new Bytes(Objects.requireNonNull(mediaType), content, null);
    }

    /** Text in UTF-8. */
    static Body text(String mediaType, String content) {
        return new Bytes(mediaType, content.getBytes(java.nio.charset.StandardCharsets.UTF_8), null);
    }

    /** The plain data in this body, or null if it has none. */
    default @Nullable Object payload() {
        return switch (this) {
            case Data data -> data.payload();
            case Rendered rendered -> rendered.payload();
            case Bytes _, Stream _, Push _ -> null;
        };
    }

    /**
     * Roughly its number of bytes, computed quickly whatever its size: for data, the characters of its JSON
     * ({@link Json#size}); -1 if it is streamed or pushed.
     *
     * @since 1.1
     */
    default long size() {
        return switch (this) {
            case Data data -> Json.size(data.payload());
            case Rendered rendered -> rendered.content().length;
            case Bytes bytes -> bytes.content().length;
            case Stream _, Push _ -> -1;
        };
    }

    /** True for a body that formatters leave alone. */
    default boolean raw() {
        return !(this instanceof Data) && !(this instanceof Rendered);
    }

    /**
     * What a probe or a seal knows of a raw body: {@code content_type, length, status, blob_id}; length is -1 if
     * unknown.
     */
    default Map<String, @Nullable Object> descriptor(int status) {
        return switch (this) {
            case Bytes b -> describe(b.mediaType(), b.content().length, status, b.blobId());
            case Stream s -> describe(s.mediaType(), s.length(), status, s.blobId());
            case Push p -> describe(p.mediaType(), -1, status, null);
            case Rendered r -> describe(r.mediaType(), r.content().length, status, null);
            case Data _ -> describe("", -1, status, null);
        };
    }

    private static Map<String, @Nullable Object> describe(
            String mediaType, long length, int status, @Nullable String blobId) {
        return io.precinct.api.data.Data.map(
                "content_type", mediaType, "length", length, "status", status, "blob_id", blobId);
    }
}
