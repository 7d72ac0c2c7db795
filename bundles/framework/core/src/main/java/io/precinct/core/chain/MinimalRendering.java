package io.precinct.core.chain;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Json;

/** Renders a payload as minimal JSON if no formatter did, because the format boundary or its formatters are missing. */
public final class MinimalRendering {
    private MinimalRendering() {}

    /** The reply, with its payload rendered if it was not yet. */
    public static Reply rendered(Reply reply) {
        if (!(reply.body() instanceof Body.Data data)) {
            return reply;
        }
        if (reply.status() == 204 || reply.status() == 304) {
            return reply.body(Body.Bytes.NONE);
        }
        byte[] json = Json.compactBytes(data.payload());
        return reply.body(new Body.Rendered("application/json", json, "minimal", data.payload()));
    }
}
