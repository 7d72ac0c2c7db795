package io.precinct.launcher.mcp;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the bridge needs to know of a message.
 *
 * @param text the message as the client wrote it
 * @param method null if it is a response, or no message of the protocol
 * @param id text or an integer; null if nothing is to be answered
 * @param cancels the id of the request that it cancels, or null
 * @param headers headers of HTTP that repeat parts of a message that states a protocol version (since 2026-07-28)
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Message(
        byte[] text,
        @Nullable String method,
        @Nullable Object id,
        @Nullable Object cancels,
        Map<String, String> headers) {
    /** The notification after which a client of a revision with {@code initialize} expects notifications of changes. */
    private static final String INITIALIZED = "notifications/initialized";

    private static final String CANCELLED = "notifications/cancelled";

    /** The request by which a client subscribes to notifications since revision 2026-07-28. */
    private static final String LISTEN = "subscriptions/listen";

    /** A message with these members. Its id is one that {@link #isId} accepts, or it has none. */
    static Message of(byte[] text, Map<?, ?> members) {
        String method = members.get("method") instanceof String name ? name : null;
        Map<?, ?> params = members.get("params") instanceof Map<?, ?> given ? given : Map.of();
        return new Message(
                text,
                method,
                isResponse(members) ? null : members.get("id"),
                CANCELLED.equals(method) ? params.get("requestId") : null,
                headers(method, params));
    }

    /** Whether it answers a request, and so is not answered itself. */
    static boolean isResponse(Map<?, ?> members) {
        return !members.containsKey("method") && (members.containsKey("result") || members.containsKey("error"));
    }

    /** Whether the protocol allows this as an id. */
    static boolean isId(@Nullable Object value) {
        return value instanceof String || value instanceof Integer || value instanceof Long;
    }

    private static Map<String, String> headers(@Nullable String method, Map<?, ?> params) {
        Map<String, String> headers = new HashMap<>();
        if (params.get("_meta") instanceof Map<?, ?> meta
                && meta.get("io.modelcontextprotocol/protocolVersion") instanceof String version) {
            put(headers, "MCP-Protocol-Version", version);
            put(headers, "Mcp-Method", method);
            put(headers, "Mcp-Name", params.get("name"));
        }
        return headers;
    }

    private static void put(Map<String, String> headers, String name, @Nullable Object value) {
        if (value instanceof String text && text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            headers.put(name, text);
        }
    }

    boolean isInitialized() {
        return INITIALIZED.equals(method);
    }

    boolean isSubscription() {
        return id != null && LISTEN.equals(method);
    }

    /** Whether later messages may depend on it, so that they are sent only once it has been answered. */
    boolean keepsOrder() {
        return "initialize".equals(method) || id == null && cancels == null;
    }

    /** Whether it is answered at once, however many calls there are. */
    boolean isQuick() {
        return id == null || "ping".equals(method) || "initialize".equals(method);
    }
}
