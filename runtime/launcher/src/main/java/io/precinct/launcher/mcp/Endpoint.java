package io.precinct.launcher.mcp;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.launcher.Failure;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.AdminClient;
import io.precinct.launcher.client.InstanceTarget;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The protocol on an instance, which may be restarted meanwhile. Thread-safe.
 *
 * @param headers headers that identify the user
 * @param path path of the protocol on the instance
 */
public record Endpoint(InstanceTarget target, Map<String, String> headers, String path) {
    /**
     * Sends a message, and returns the answer on one line. If the instance gives none, the answer to a request is an
     * error. If the calling thread is a virtual one and is interrupted, the connection is closed.
     *
     * @return null if the message has no answer
     */
    @Nullable
    String answer(Message message) {
        Object id = message.id();
        try {
            AdminAnswer answer = AdminClient.of(target, with(message.headers())).post(path, message.text());
            Map<?, ?> members = members(answer);
            if (members.containsKey("jsonrpc") && (id == null || id.equals(members.get("id")))) {
                return oneLine(answer.text());
            }
            return id == null ? null : ErrorMessage.of(id, ErrorMessage.UNAVAILABLE, refusal(answer, members));
        } catch (Failure e) {
            return id == null ? null : ErrorMessage.of(id, ErrorMessage.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    /** As {@link AdminClient#events}, for all notifications or for those of a subscription. */
    @Nullable
    InputStream events(@Nullable Message subscription, @Nullable String lastEvent) throws Failure {
        Map<String, String> all = with(subscription == null ? Map.of() : subscription.headers());
        if (lastEvent != null) {
            all.put("Last-Event-ID", lastEvent);
        }
        return AdminClient.of(target, all).events(path, subscription == null ? null : subscription.text());
    }

    private Map<String, String> with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(headers);
        all.putAll(more);
        return all;
    }

    private static Map<?, ?> members(AdminAnswer answer) {
        try {
            return answer.members();
        } catch (Failure e) {
            return Map.of();
        }
    }

    private static String oneLine(String text) {
        try {
            return text.indexOf('\n') < 0 && text.indexOf('\r') < 0 ? text.strip() : Json.compact(Json.read(text));
        } catch (MalformedJson e) {
            throw new IllegalStateException("it was read before", e);
        }
    }

    private static String refusal(AdminAnswer answer, Map<?, ?> members) {
        if (members.get("error") instanceof Map<?, ?> error && error.get("message") instanceof String message) {
            return message; // an answer that does not say to what
        }
        try {
            answer.data();
            return answer.from() + " answered with no message of the protocol; is the feature tools running?";
        } catch (Failure e) {
            return String.valueOf(e.getMessage());
        }
    }
}
