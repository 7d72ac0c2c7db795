package io.precinct.tools;

import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Request;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that a tool makes for its caller, with the identity, roles and limits of the caller.
 *
 * @param headers by lower-case name
 */
record InnerRequest(ToolOperation.Call call, Map<String, @Nullable Object> headers, Caller caller) implements Request {
    @Override
    public String method() {
        return call.method();
    }

    @Override
    public String rawPath() {
        return call.path();
    }

    @Override
    public @Nullable String rawQuery() {
        return call.query();
    }

    @Override
    public @Nullable String header(String name) {
        return headers.get(name) instanceof String text ? text : null;
    }

    @Override
    public boolean hasBody() {
        return call.body().length > 0;
    }

    @Override
    public byte[] body(long limit) throws BodyTooLarge {
        if (call.body().length > limit) {
            throw new BodyTooLarge(limit);
        }
        return call.body();
    }

    @Override
    public String adapter() {
        return "mcp";
    }
}
