package io.precinct.launcher.client;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.launcher.Failure;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer of an instance to an admin operation.
 *
 * @param from address of the instance
 * @param status HTTP status
 * @param body as it was received
 */
@SuppressWarnings("ArrayRecordComponent") // read once and printed; never compared
public record AdminAnswer(URI from, int status, byte[] body) {
    /** Whether the operation succeeded. */
    public boolean good() {
        return status >= 200 && status < 300;
    }

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * The data of a good answer.
     *
     * @throws Failure if the answer is an error; the message is the one of the instance
     */
    public Map<String, @Nullable Object> data() throws Failure {
        Map<String, @Nullable Object> members = members();
        if (good()) {
            return members;
        }
        Object error = members.remove("error");
        String details = TextLayout.of(members).strip();
        throw new Failure((error == null ? from + " answered with status " + status : String.valueOf(error))
                + (details.isEmpty() ? "" : "\n" + details.indent(2).stripTrailing()));
    }

    /**
     * The members of an answer, good or not, without its seal.
     *
     * @throws Failure if it is not a JSON object
     */
    public Map<String, @Nullable Object> members() throws Failure {
        try {
            if (Json.read(body) instanceof Map<?, ?> object) {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                object.forEach((name, value) -> members.put((String) name, value));
                members.remove("_seal");
                return members;
            }
        } catch (MalformedJson e) {
            throw new Failure(unexpected() + " (" + e.getMessage() + ")", e);
        }
        throw new Failure(unexpected());
    }

    private String unexpected() {
        return from + " answered with status " + status + " and no JSON object; is it a Precinct?";
    }
}
