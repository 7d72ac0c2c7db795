package io.precinct.boundary.testing;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.data.Data;
import io.precinct.core.api.dispatch.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An answer whose chain was released. */
public record GateAnswer(int status, Headers headers, Body body) {
    static GateAnswer of(Answer answer) {
        try (answer) {
            return new GateAnswer(answer.status(), answer.headers(), answer.body());
        }
    }

    /** The payload, which is a map. */
    public Map<String, Object> payload() {
        return Data.freezeMap((Map<?, ?>) body.payload());
    }

    /** The value at these keys and indices of the payload. */
    public Object at(Object... steps) {
        Object value = body.payload();
        for (Object step : steps) {
            value = step instanceof Integer index ? ((List<?>) value).get(index) : ((Map<?, ?>) value).get(step);
        }
        return value;
    }

    /** The bytes of the body. */
    public byte[] bytes() {
        return switch (body) {
            case Body.Rendered rendered -> rendered.content();
            case Body.Bytes bytes -> bytes.content();
            default -> throw new IllegalStateException("no bytes at hand: " + body);
        };
    }

    /** The body as text. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** One member of every crossing of the trace, in order. */
    public List<Object> crossings(String member) {
        List<Object> values = new ArrayList<>();
        for (Object crossing : (List<?>) at("_trace", "crossings")) {
            values.add(((Map<?, ?>) crossing).get(member));
        }
        return values;
    }

    /** The crossing of a boundary in the trace; of several the last. */
    public Map<?, ?> crossing(String boundary) {
        return (Map<?, ?>) at("_trace", "crossings", crossings("boundary").lastIndexOf(boundary));
    }
}
