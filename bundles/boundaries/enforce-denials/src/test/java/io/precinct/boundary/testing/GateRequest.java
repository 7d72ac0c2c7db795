package io.precinct.boundary.testing;

import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Request;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A request made by hand. */
public record GateRequest(
        String method, String rawPath, String rawQuery, Map<String, Object> headers, byte[] content, Caller caller)
        implements Request {
    private static final Caller CLIENT = new Caller("127.0.0.1", true, false, null, Set.of());
    private static final Caller OPERATOR = new Caller("127.0.0.1", true, true, null, Set.of());

    /** A request without a body. */
    public static GateRequest of(String method, String target) {
        String[] parts = target.split("\\?", 2);
        return new GateRequest(method, parts[0], parts.length == 2 ? parts[1] : null, Map.of(), new byte[0], CLIENT);
    }

    /** A GET. */
    public static GateRequest get(String target) {
        return of("GET", target);
    }

    /** A POST of JSON. */
    public static GateRequest post(String target, String json) {
        GateRequest post = of("POST", target);
        return new GateRequest(
                        post.method,
                        post.rawPath,
                        post.rawQuery,
                        post.headers,
                        json.getBytes(StandardCharsets.UTF_8),
                        post.caller)
                .with("Content-Type", "application/json");
    }

    /** The same with a header. */
    public GateRequest with(String name, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(name.toLowerCase(Locale.ROOT), value);
        return new GateRequest(method, rawPath, rawQuery, all, content, caller);
    }

    /** The same with a verify option. */
    public GateRequest verifying(String option) {
        return with("X-Service-Verify", option);
    }

    /** The same with a request for a trace. */
    public GateRequest traced() {
        return with("X-Service-Trace", "1");
    }

    /** The same from the operator of the instance. */
    public GateRequest asOperator() {
        return new GateRequest(method, rawPath, rawQuery, headers, content, OPERATOR);
    }

    @Override
    public String header(String name) {
        return (String) headers.get(name);
    }

    @Override
    public boolean hasBody() {
        return content.length > 0;
    }

    @Override
    public byte[] body(long limit) throws BodyTooLarge {
        if (content.length > limit) {
            throw new BodyTooLarge(limit);
        }
        return content;
    }

    @Override
    public String adapter() {
        return "test";
    }
}
