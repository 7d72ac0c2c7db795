package io.precinct.testkit;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.core.api.dispatch.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a test chain, as a client would receive it.
 *
 * @param status HTTP status
 * @param headers response headers
 * @param mediaType of the body, with its parameters
 * @param content the body's bytes; empty for a pushed body
 * @param payload the plain data that was rendered; null for a raw body
 */
public record TestAnswer(
        int status,
        Headers headers,
        String mediaType,
        byte[] content,
        @Nullable Object payload) {
    static TestAnswer of(Answer answer) {
        Body body = answer.body();
        return switch (body) {
            case Body.Rendered r -> make(answer, r.mediaType(), r.content());
            case Body.Bytes b -> make(answer, b.mediaType(), b.content());
            case Body.Stream s -> make(answer, s.mediaType(), drained(s));
            case Body.Push p -> make(answer, p.mediaType(), new byte[0]);
            case Body.Data _ -> throw new IllegalStateException("an answer is always rendered");
        };
    }

    private static TestAnswer make(Answer answer, String mediaType, byte[] content) {
        return new TestAnswer(
                answer.status(),
                answer.headers(),
                mediaType,
                content,
                answer.body().payload());
    }

    private static byte[] drained(Body.Stream stream) {
        var bytes = new ByteArrayOutputStream();
        try {
            stream.writer().writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** A response header, or null. */
    public @Nullable String header(String name) {
        return headers.first(name);
    }

    /** The body as text in UTF-8. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /**
     * The payload as a map, {@code _verify} and {@code _trace} included; the seal is in the header and in
     * {@link #text}.
     *
     * @throws IllegalStateException if the payload is not a map
     */
    @SuppressWarnings("unchecked") // payloads are plain data: the keys of a map are strings
    public Map<String, @Nullable Object> json() {
        if (payload instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw new IllegalStateException("the answer is no map: " + status + " " + text());
    }

    /**
     * The failures of all scenarios in the answer, or those of a payload that does not match what its boundary
     * declares; empty if there are none.
     */
    public List<String> failures() {
        if ("output_shape".equals(json().get("code")) && json().get("failures") instanceof List<?> failures) {
            return failures.stream().map(String::valueOf).toList();
        }
        Object results = json().containsKey("_verify") ? json().get("_verify") : json().get("scenarios");
        if (!(results instanceof List<?> list)) {
            return List.of();
        }
        return list.stream()
                .filter(Map.class::isInstance)
                .flatMap(r -> ((Map<?, ?>) r).get("failures") instanceof List<?> f ? f.stream() : null)
                .map(String::valueOf)
                .toList();
    }
}
