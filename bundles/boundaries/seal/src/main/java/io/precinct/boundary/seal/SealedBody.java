package io.precinct.boundary.seal;

import io.precinct.api.boundary.Body;
import io.precinct.api.data.Data;
import io.precinct.api.data.MalformedJson;
import io.precinct.boundary.seal.proof.ReceivedJson;
import io.precinct.common.digest.Digests;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rendered body, and the content that a seal binds.
 *
 * @param rendered the body
 * @param json whether it is JSON
 * @param content the plain data that the last {@code out} binds: the value of JSON, or
 *     {@code {content_type, length, sha256}} for any other body
 */
record SealedBody(
        Body.Rendered rendered, boolean json, @Nullable Object content) {
    /** The formatter whose JSON has the value of the payload; JSON of other formatters is parsed. */
    private static final String FAITHFUL = "json";

    static SealedBody of(Body.Rendered rendered) {
        String type = essence(rendered.mediaType());
        if (type.equals("application/json") && rendered.formatter().equals(FAITHFUL)) {
            return new SealedBody(rendered, true, rendered.payload());
        }
        if (type.equals("application/json") || type.endsWith("+json")) {
            try {
                return new SealedBody(rendered, true, ReceivedJson.read(rendered.content()));
            } catch (MalformedJson e) {
                // Bound by its bytes, because clients cannot check it as JSON, either.
            }
        }
        return new SealedBody(rendered, false, descriptor(rendered));
    }

    /** Whether {@code _seal} can be added to the body. */
    boolean takesMember() {
        return json && content instanceof Map<?, ?> map && !map.containsKey("_seal");
    }

    private static Map<String, @Nullable Object> descriptor(Body.Rendered rendered) {
        return Data.map(
                "content_type", rendered.mediaType(),
                "length", rendered.content().length,
                "sha256", Digests.sha256Hex(rendered.content()));
    }

    private static String essence(String mediaType) {
        int parameters = mediaType.indexOf(';');
        String type = parameters < 0 ? mediaType : mediaType.substring(0, parameters);
        return type.strip().toLowerCase(Locale.ROOT);
    }
}
