package io.precinct.boundary.verifyroute;

import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.shapes.CompiledShape;
import io.precinct.shapes.Failure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data that scenarios are compared with.
 *
 * @param fields the payload; {@code {body}} for a payload that is not a map; the descriptor of a raw body
 * @param raw whether {@code fields} is a descriptor: a raw or streaming body is never read
 */
record ComparedPayload(Map<String, @Nullable Object> fields, boolean raw) {
    static ComparedPayload of(Reply reply) {
        if (reply.body().raw()) {
            return new ComparedPayload(reply.body().descriptor(reply.status()), true);
        }
        Object payload = reply.payload();
        return new ComparedPayload(
                payload instanceof Map<?, ?> map ? Data.freezeMap(map) : Data.map("body", payload), false);
    }

    List<Failure> failures(CompiledShape expected) {
        return raw ? expected.failuresOfDescriptor(fields) : expected.failures(fields);
    }
}
