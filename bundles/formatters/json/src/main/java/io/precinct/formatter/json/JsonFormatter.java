package io.precinct.formatter.json;

import io.precinct.api.data.Json;
import io.precinct.api.format.Formatter;
import io.precinct.api.format.FormatterFor;
import org.osgi.service.component.annotations.Component;

/**
 * Renders payloads as compact JSON in UTF-8, and errors as problem details (RFC 9457) for clients that accept
 * {@value #PROBLEM}. Thread-safe.
 */
@Component
@FormatterFor(
        name = "json",
        mediaTypes = {JsonFormatter.JSON, JsonFormatter.PROBLEM},
        order = 0)
// @req:formatter-json
public final class JsonFormatter implements Formatter {
    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";

    @Override
    public Rendition render(Target target) {
        return target.mediaType().equals(PROBLEM)
                ? new Rendition(PROBLEM, Json.compactBytes(ProblemDetails.of(target.status(), target.payload())))
                : new Rendition(JSON, Json.compactBytes(target.payload()));
    }
}
