package io.precinct.launcher.client;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Failure.Kind;
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
 * @param body the body as it was received
 */
@SuppressWarnings("ArrayRecordComponent") // read once and printed; never compared
public record AdminAnswer(URI from, int status, byte[] body) {
    /** Whether the operation succeeded. */
    public boolean good() {
        return status >= 200 && status < 300;
    }

    /** The kind of failure of an answer that is not good. */
    public Kind kind() {
        return switch (status) {
            case 401 -> Kind.UNAUTHENTICATED;
            case 403 -> Kind.FORBIDDEN;
            default -> Kind.FAILED;
        };
    }

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * The data of a good answer.
     *
     * @throws Failure if the answer is an error; the message is that of the instance
     */
    public Map<String, @Nullable Object> data() throws Failure {
        Map<String, @Nullable Object> members = members();
        if (good()) {
            return members;
        }
        Object error = members.remove("error");
        if (error == null) {
            throw new Failure(Kind.NO_PRECINCT, unexpected());
        }
        if ("not_exposed".equals(members.get("code"))) {
            throw new Failure(
                    Kind.NO_PRECINCT,
                    from + " does not expose this: " + error + "; gateway.admin of service.yml exposes administration");
        }
        String details = TextLayout.of(members).strip();
        throw new Failure(
                kind(),
                error + (details.isEmpty() ? "" : "\n" + details.indent(2).stripTrailing()));
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
            throw new Failure(Kind.NO_PRECINCT, unexpected() + " (" + e.getMessage() + ")", e);
        }
        throw new Failure(Kind.NO_PRECINCT, unexpected());
    }

    private String unexpected() {
        if (status >= 300 && status < 400) {
            return from + " answered with a redirect (status " + status + "), which is not followed; name the address"
                    + " to which it leads with --url";
        }
        return from + " answered with status " + status + " and nothing that a Precinct says; is it one?";
    }
}
