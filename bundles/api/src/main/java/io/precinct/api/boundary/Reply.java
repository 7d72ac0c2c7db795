package io.precinct.api.boundary;

import io.precinct.api.data.Data;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a crossing passes on: a body, a status, response headers, and keys stamped into the envelope. Immutable.
 *
 * <pre>{@code
 * return Reply.ok(Map.of("id", id)).header("ETag", "\"v3\"");
 * return Reply.created("/notes/" + id, note);
 * return Reply.of(206, Body.bytes("text/plain", range));
 * }</pre>
 *
 * @param status HTTP status, 200 to 599
 * @param body plain data, or a raw, streaming or pushed body
 * @param headers response headers; {@code Content-Type} and {@code Content-Length} come from the body
 * @param stamps envelope keys this crossing writes for those after it, such as {@code identity}; frozen. A key that the
 *     request stage does not declare is a SchemaError
 */
public record Reply(int status, Body body, Headers headers, Map<String, @Nullable Object> stamps) implements Outcome {
    // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class file.
    public Reply(int status, Body body, Headers headers, Map<String, @Nullable Object> stamps) {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("a reply's status is 200 to 599, got " + status);
        }
        this.status = status;
        this.body = Objects.requireNonNull(body);
        this.headers = Objects.requireNonNull(headers);
        this.stamps = stamps.isEmpty() ? Map.of() : Data.freezeMap(stamps);
    }

    /** 200 with a payload of plain data. */
    public static Reply ok(@Nullable Object payload) {
        return of(200, payload);
    }

    /**
     * 201 with {@code Location} and a payload of plain data.
     *
     * @param location a path; characters that a reference must not contain, such as letters beyond ASCII, are
     *     percent-encoded
     */
    public static Reply created(String location, @Nullable Object payload) {
        return of(201, payload).header("Location", reference(location));
    }

    /** A reference (RFC 3986 §4.1); percent signs are unchanged, since a caller may have encoded the rest. */
    private static String reference(String location) {
        if (location.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            return location;
        }
        var reference = new StringBuilder();
        for (byte octet : location.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            if (octet > ' ' && octet < 0x7F) {
                reference.append((char) octet);
            } else {
                reference.append('%').append(String.format("%02X", octet & 0xFF));
            }
        }
        return reference.toString();
    }

    /** A status with a payload of plain data. */
    public static Reply of(int status, @Nullable Object payload) {
        return of(status, new Body.Data(Data.freeze(payload)));
    }

    /** A status with this body. */
    public static Reply of(int status, Body body) {
        return new Reply(status, body, Headers.NONE, Map.of());
    }

    /** 204, or another status without a body. */
    public static Reply empty(int status) {
        return of(status, Body.Bytes.NONE);
    }

    /** The same reply with this status. */
    public Reply status(int status) {
        return new Reply(status, body, headers, stamps);
    }

    /** The same reply with this header, replacing any of that name. */
    public Reply header(String name, String value) {
        return new Reply(status, body, headers.with(name, value), stamps);
    }

    /** The same reply with this body. */
    public Reply body(Body body) {
        return new Reply(status, body, headers, stamps);
    }

    /** The same reply with this payload of plain data. */
    public Reply payload(@Nullable Object payload) {
        return body(new Body.Data(Data.freeze(payload)));
    }

    /**
     * The same reply with one more member in its payload; a payload other than a map becomes the member {@code body}
     * beside it.
     *
     * @since 1.1
     */
    public Reply with(String key, @Nullable Object value) {
        Object payload = payload();
        Map<String, @Nullable Object> members =
                payload instanceof Map<?, ?> map ? Data.freezeMap(map) : Data.map("body", payload);
        return payload(Data.mapBuilder().putAll(members).put(key, value).build());
    }

    /** The same reply with these headers. */
    public Reply headers(Headers headers) {
        return new Reply(status, body, headers, stamps);
    }

    /** The same reply, stamping a key into the envelope for the crossings after this one. */
    public Reply stamp(String key, @Nullable Object value) {
        return new Reply(
                status,
                body,
                headers,
                Data.mapBuilder().putAll(stamps).put(key, value).build());
    }

    /** The plain data of this reply: for a rendered body, what it was rendered from; null for any other body. */
    public @Nullable Object payload() {
        return body.payload();
    }
}
