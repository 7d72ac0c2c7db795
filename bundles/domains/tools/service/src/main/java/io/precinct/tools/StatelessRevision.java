package io.precinct.tools;

import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.tools.ToolCalls.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Revision 2026-07-28 of the protocol, which the SDK does not support yet. Every request contains what is needed to
 * understand it, nothing is negotiated beforehand, and headers repeat the parts by which intermediaries route. Lists
 * and calls work as in the other revisions. Thread-safe.
 *
 * @param streams the streams that report changes of the list
 * @param version the version of the server
 */
record StatelessRevision(ToolStreams streams, String version) {
    static final String VERSION = "2026-07-28";

    private static final int HEADER_MISMATCH = -32020;
    private static final int UNSUPPORTED_VERSION = -32022;
    private static final String META = "_meta";
    private static final String PREFIX = "io.modelcontextprotocol/";
    private static final String PROTOCOL_VERSION = PREFIX + "protocolVersion";
    private static final String CAPABILITIES = PREFIX + "clientCapabilities";
    private static final String DISCOVER = "server/discover";
    private static final String LIST = "tools/list";
    private static final String CALL = "tools/call";
    private static final String LISTEN = "subscriptions/listen";
    private static final Set<String> METHODS = Set.of(DISCOVER, LIST, CALL, LISTEN);

    private static final String PUBLIC = "public";

    /** How long a client may treat a list as current: as long as the report of a change takes. */
    private static final int FRESH_MILLIS = 1000;

    /**
     * The headers that repeat parts of a message.
     *
     * @param version {@code MCP-Protocol-Version}
     * @param method {@code Mcp-Method}
     * @param name {@code Mcp-Name}, the name of the called tool
     * @param lastEvent {@code Last-Event-ID}, from a client that had such a stream before
     */
    record Headers(
            @Nullable String version,
            @Nullable String method,
            @Nullable String name,
            @Nullable String lastEvent) {
        /** Those of a message that says everything itself. */
        static final Headers NONE = new Headers(null, null, null, null);
    }

    /** Whether a message belongs to this revision or to a later one. */
    static boolean isMeant(String method, Map<String, @Nullable Object> params, Headers headers) {
        return VERSION.equals(headers.version)
                || method.equals(DISCOVER)
                || params.get(META) instanceof Map<?, ?> meta && meta.containsKey(PROTOCOL_VERSION);
    }

    /** Answers a request. */
    Outcome answer(McpHandler handler, Message message, Headers headers, Offer offer, Client client) {
        Object id = message.id();
        Map<?, ?> meta = message.params().get(META) instanceof Map<?, ?> given ? given : Map.of();
        List<String> faults = faults(meta);
        if (!faults.isEmpty()) {
            return Replies.refused(400, id, Replies.INVALID_PARAMS, String.join("; ", faults));
        }
        String asked = String.valueOf(meta.get(PROTOCOL_VERSION));
        String mismatch = mismatch(message, headers, asked);
        if (mismatch != null) {
            return Replies.refused(400, id, HEADER_MISMATCH, mismatch);
        }
        if (!asked.equals(VERSION)) {
            return unsupported(id, asked, handler);
        }
        return switch (message.method()) {
            case DISCOVER -> Reply.ok(result(id, discovered(handler), PUBLIC));
            case LISTEN -> listen(message, headers, offer, client);
            case LIST, CALL -> {
                Map<String, @Nullable Object> given = handler.answer(message, client);
                yield given.get("result") instanceof Map<?, ?> result
                        ? Reply.ok(result(id, result, message.method().equals(LIST) ? scope(client) : null))
                        : Reply.of(400, given);
            }
            default ->
                Replies.refused(
                        404,
                        id,
                        Replies.METHOD_NOT_FOUND,
                        "there is no method " + message.method() + ", only " + METHODS);
        };
    }

    private static List<String> faults(Map<?, ?> meta) {
        List<String> faults = new ArrayList<>();
        if (!(meta.get(PROTOCOL_VERSION) instanceof String)) {
            faults.add("params." + META + " has no text " + PROTOCOL_VERSION);
        }
        if (!(meta.get(CAPABILITIES) instanceof Map<?, ?>)) {
            faults.add("params." + META + " has no object " + CAPABILITIES);
        }
        return faults;
    }

    private static @Nullable String mismatch(Message message, Headers headers, String version) {
        if (!version.equals(headers.version)) {
            return "the header MCP-Protocol-Version is " + headers.version + ", the message is of " + version;
        }
        if (!message.method().equals(headers.method)) {
            return "the header Mcp-Method is " + headers.method + ", the message calls " + message.method();
        }
        if (message.method().equals(CALL)
                && message.params().get("name") instanceof String name
                && !name.equals(headers.name)) {
            return "the header Mcp-Name is " + headers.name + ", the message calls the tool " + name;
        }
        return null;
    }

    private static List<String> versions(McpHandler handler) {
        List<String> versions = new ArrayList<>(List.of(VERSION));
        versions.addAll(handler.versions());
        return versions;
    }

    private static Reply unsupported(@Nullable Object id, String asked, McpHandler handler) {
        return Reply.of(
                400,
                Data.map(
                        "jsonrpc",
                        "2.0",
                        "id",
                        id,
                        "error",
                        Data.map(
                                "code",
                                UNSUPPORTED_VERSION,
                                "message",
                                "the revision " + asked + " is not supported",
                                "data",
                                Data.map("supported", versions(handler), "requested", asked))));
    }

    private static Map<String, @Nullable Object> discovered(McpHandler handler) {
        return Data.map(
                "supportedVersions",
                versions(handler),
                "capabilities",
                Data.map("tools", Data.map("listChanged", true)),
                "instructions",
                McpHandler.INSTRUCTIONS);
    }

    private Map<String, @Nullable Object> result(@Nullable Object id, Map<?, ?> members, @Nullable String scope) {
        Map<String, @Nullable Object> result = new TreeMap<>();
        members.forEach((name, value) -> result.put(String.valueOf(name), value));
        result.put("resultType", "complete");
        if (scope != null) {
            result.put("ttlMs", FRESH_MILLIS);
            result.put("cacheScope", scope);
        }
        Map<String, @Nullable Object> meta = new TreeMap<>();
        if (members.get(META) instanceof Map<?, ?> given) {
            given.forEach((name, value) -> meta.put(String.valueOf(name), value));
        }
        meta.put(PREFIX + "serverInfo", Data.map("name", McpHandler.NAME, "version", version));
        result.put(META, Data.freezeMap(meta));
        return Data.map("jsonrpc", "2.0", "id", id, "result", result);
    }

    /** Returns who may share a list: a user of the gateway sees the operations for which the user has a role. */
    private static String scope(Client client) {
        return client.caller().identity() == null ? PUBLIC : "private";
    }

    /** Opens a stream that lasts until the client ends it; its subscription has the id of the request. */
    private Reply listen(Message message, Headers headers, Offer offer, Client client) {
        boolean listening = message.params().get("notifications") instanceof Map<?, ?> wanted
                && Boolean.TRUE.equals(wanted.get("toolsListChanged"));
        Map<String, @Nullable Object> meta = Data.map(PREFIX + "subscriptionId", message.id());
        Map<String, @Nullable Object> acknowledged = Data.map(
                "jsonrpc",
                "2.0",
                "method",
                "notifications/subscriptions/acknowledged",
                "params",
                Data.map("notifications", listening ? Data.map("toolsListChanged", true) : Data.map(), META, meta));
        return streams.reply(new ToolStreams.Subscription(
                offer,
                client.caller(),
                null,
                listening,
                Json.compact(acknowledged),
                Json.compact(Data.map(META, meta)),
                headers.lastEvent));
    }
}
