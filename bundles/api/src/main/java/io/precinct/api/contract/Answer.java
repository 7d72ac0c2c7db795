package io.precinct.api.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A possible answer to a request.
 *
 * @param status the HTTP status, 200 to 599
 * @param description a sentence for people
 * @param schema of the data, which formatters render; null if there is none
 * @param raw media types of bodies that no formatter renders
 * @param headers in addition to those of every answer
 */
public record Answer(
        int status, String description, @Nullable Schema schema, List<String> raw, List<Parameter> headers) {
    public Answer {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("the status of an answer is 200 to 599, got " + status);
        }
        raw = List.copyOf(raw);
        headers = List.copyOf(headers);
    }

    /** Data. */
    public static Answer of(int status, String description, Schema schema) {
        return new Answer(status, description, schema, List.of(), List.of());
    }

    /** 200 with data. */
    public static Answer ok(String description, Schema schema) {
        return of(200, description, schema);
    }

    /** No body. */
    public static Answer empty(int status, String description) {
        return new Answer(status, description, null, List.of(), List.of());
    }

    /** A body of one of these media types. */
    public static Answer raw(int status, String description, String... mediaTypes) {
        return new Answer(status, description, null, List.of(mediaTypes), List.of());
    }

    /** The same, or a body of one of these media types. */
    public Answer or(String... mediaTypes) {
        List<String> more = new ArrayList<>(raw);
        more.addAll(List.of(mediaTypes));
        return new Answer(status, description, schema, more, headers);
    }

    /** The same with these headers. */
    public Answer with(Parameter... more) {
        Map<String, Parameter> all = new LinkedHashMap<>();
        headers.forEach(header -> all.put(header.name(), header));
        List.of(more).forEach(header -> all.put(header.name(), header));
        return new Answer(status, description, schema, raw, List.copyOf(all.values()));
    }

    /** True if the request was served. */
    public boolean success() {
        return status < 400;
    }
}
