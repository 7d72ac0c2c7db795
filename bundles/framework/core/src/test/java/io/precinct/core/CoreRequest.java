package io.precinct.core;

import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Request;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request made by hand. */
record CoreRequest(
        String method,
        String rawPath,
        @Nullable String rawQuery,
        Map<String, @Nullable Object> headers,
        byte[] content,
        Caller caller)
        implements Request {
    static final Caller CLIENT = new Caller("127.0.0.1", true, false, null, java.util.Set.of());

    static CoreRequest of(String method, String target) {
        int question = target.indexOf('?');
        return new CoreRequest(
                method,
                question < 0 ? target : target.substring(0, question),
                question < 0 ? null : target.substring(question + 1),
                Map.of(),
                new byte[0],
                CLIENT);
    }

    CoreRequest header(String name, String value) {
        var all = new HashMap<>(headers);
        all.put(name.toLowerCase(Locale.ROOT), value);
        return new CoreRequest(method, rawPath, rawQuery, all, content, caller);
    }

    CoreRequest body(String mediaType, String text) {
        return body(mediaType, text.getBytes(StandardCharsets.UTF_8));
    }

    CoreRequest body(String mediaType, byte[] bytes) {
        return new CoreRequest(method, rawPath, rawQuery, headers, bytes, caller).header("content-type", mediaType);
    }

    CoreRequest from(Caller caller) {
        return new CoreRequest(method, rawPath, rawQuery, headers, content, caller);
    }

    @Override
    public @Nullable String header(String name) {
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
    public @Nullable String adapter() {
        return "test";
    }
}
