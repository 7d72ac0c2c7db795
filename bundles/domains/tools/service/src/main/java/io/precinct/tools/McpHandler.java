package io.precinct.tools;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import io.precinct.tools.DeployedTools.DeployedTool;
import io.precinct.tools.ToolCalls.Client;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The protocol handler for the tools as of a moment: the SDK's server, without sessions, on the calling thread.
 * Thread-safe.
 */
final class McpHandler {
    private static final String CALL = "tools/call";
    private static final String CLIENT = "client";
    private static final int ID_LENGTH = 16;
    /** Most characters of the name of an unknown tool that are repeated. */
    private static final int LONGEST_NAME = 100;

    static final String NAME = "precinct";

    /** The member of a result's metadata that holds the HTTP status, for programs. */
    private static final String STATUS = "precinct/status";

    static final String INSTRUCTIONS =
            "Each tool has operations. The operation describe lists them; with of it tells all arguments of one. An"
                    + " argument that an operation does not have is refused. Lists go on with cursor. Answers have at most"
                    + " budget tokens, 10000 by default. A change answers briefly unless full is true, and with"
                    + " idempotency_key is done once, however often it is sent.";

    private static final Logger LOG = LoggerFactory.getLogger(McpHandler.class);

    private final Transport transport = new Transport();
    private final McpJsonMapper mapper;
    private final String listId;
    private final Map<String, String> sentences;

    /** Receives the handler that the SDK creates. */
    private static final class Transport implements McpStatelessServerTransport {
        private @Nullable McpStatelessServerHandler handler;

        /** From the oldest to the newest, which is offered to clients that ask for any other revision. */
        @Override
        public List<String> protocolVersions() {
            return Revisions.NEGOTIATED;
        }

        @Override
        public void setMcpHandler(McpStatelessServerHandler handler) {
            this.handler = handler;
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }

    /** Accepts everything: the routes check their arguments themselves and report all faults. */
    private static final JsonSchemaValidator ROUTES_CHECK =
            (schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(null);

    McpHandler(DeployedTools tools, ToolCalls calls, McpJsonMapper mapper, String version) {
        this.mapper = mapper;
        this.listId = listId(tools);
        this.sentences = sentences(tools);
        List<SyncToolSpecification> specifications = tools.tools().values().stream()
                .map(tool -> specification(tool, calls))
                .toList();
        McpServer.sync(transport)
                .serverInfo(NAME, version)
                .instructions(INSTRUCTIONS)
                .capabilities(McpSchema.ServerCapabilities.builder().tools(true).build())
                .jsonMapper(mapper)
                .jsonSchemaValidator(ROUTES_CHECK)
                .validateToolInputs(false)
                .immediateExecution(true)
                .tools(specifications)
                .build();
    }

    /** Returns the supported revisions of the protocol. */
    List<String> versions() {
        return transport.protocolVersions();
    }

    private static SyncToolSpecification specification(DeployedTool tool, ToolCalls calls) {
        McpSchema.Tool definition = McpSchema.Tool.builder()
                .name(tool.description().name())
                .description(tool.description().sentence())
                .inputSchema(objects(tool.input()))
                .annotations(McpSchema.ToolAnnotations.builder()
                        .readOnlyHint(tool.isReading())
                        .openWorldHint(false)
                        .build())
                .build();
        return new SyncToolSpecification(definition, (context, request) -> {
            Map<String, @Nullable Object> arguments =
                    request.arguments() == null ? Data.map() : Data.freezeMap(request.arguments());
            return result(calls.call(tool, arguments, client(context)));
        });
    }

    private static Client client(McpTransportContext context) {
        return (Client) Objects.requireNonNull(context.get(CLIENT), "whoever calls a tool is known");
    }

    /** The payload is sent once, as text: every client of every revision reads that, but not all read more. */
    private static McpSchema.CallToolResult result(ToolAnswer answer) {
        McpSchema.CallToolResult.Builder result = McpSchema.CallToolResult.builder()
                .addTextContent(answer.text())
                .meta(Map.of(STATUS, answer.status()))
                .isError(answer.failed());
        if (answer.note() != null) {
            result.addTextContent(answer.note());
        }
        return result.build();
    }

    @SuppressWarnings("unchecked") // a schema has no null in it
    private static Map<String, Object> objects(Map<String, @Nullable Object> schema) {
        return (Map<String, Object>) (Map<String, ?>) schema;
    }

    private McpStatelessServerHandler handler() {
        return Objects.requireNonNull(transport.handler, "the SDK's server sets it");
    }

    private static McpTransportContext context(Client client) {
        return McpTransportContext.create(Map.of(CLIENT, client));
    }

    /** Returns the id of the list of tools; different lists have different ids. */
    String listId() {
        return listId;
    }

    private static String listId(DeployedTools tools) {
        List<@Nullable Object> list = new ArrayList<>();
        tools.tools()
                .values()
                .forEach(tool -> list.add(Data.list(
                        tool.description().name(), tool.description().sentence(), tool.isReading(), tool.input())));
        return Digests.sha256Hex(Json.compact(Data.freezeList(list))).substring(0, ID_LENGTH);
    }

    /** Returns the name of each tool, and what it is for. */
    Map<String, String> sentences() {
        return sentences;
    }

    private static Map<String, String> sentences(DeployedTools tools) {
        var sentences = new TreeMap<String, String>();
        tools.tools()
                .values()
                .forEach(tool -> sentences.put(
                        tool.description().name(), tool.description().sentence()));
        return Collections.unmodifiableMap(sentences);
    }

    /** Answers a request of the protocol with a message. */
    Map<String, @Nullable Object> answer(Message message, Client client) {
        Object id = Objects.requireNonNull(message.id(), "a request has an id");
        String fault = message.method().equals(CALL) ? fault(message.params()) : null;
        if (fault != null) {
            return Replies.error(id, Replies.INVALID_PARAMS, fault);
        }
        try {
            var request = new McpSchema.JSONRPCRequest(Message.VERSION, message.method(), id, message.params());
            var response = handler().handleRequest(context(client), request).block();
            return response == null ? Replies.error(id, Replies.INTERNAL_ERROR, "there is no answer") : plain(response);
        } catch (McpError e) {
            var error = e.getJsonRpcError();
            return error == null
                    ? Replies.error(id, Replies.INTERNAL_ERROR, String.valueOf(e.getMessage()))
                    : plain(McpSchema.JSONRPCResponse.error(id, error));
        } catch (IllegalArgumentException e) {
            // the message of Jackson names classes, which clients should not see
            LOG.debug("the parameters of {} cannot be read", message.method(), e);
            return Replies.error(
                    id, Replies.INVALID_PARAMS, "the parameters of " + message.method() + " cannot be read");
        }
    }

    /** What is wrong with the parameters of a call, or null. The SDK would not say which tools there are. */
    private @Nullable String fault(Map<String, @Nullable Object> params) {
        Object name = params.get("name");
        String known = "one of " + String.join(", ", sentences.keySet());
        if (name == null) {
            return CALL + " has no params.name, which names a tool, " + known;
        }
        if (!(name instanceof String text)) {
            return "params.name is text, " + known;
        }
        if (!sentences.containsKey(text)) {
            return "there is no tool " + shortened(text) + ", params.name is " + known;
        }
        return params.get("arguments") == null || params.get("arguments") instanceof Map<?, ?>
                ? null
                : "params.arguments is an object with the arguments of the tool " + text;
    }

    private static String shortened(String name) {
        return name.codePointCount(0, name.length()) <= LONGEST_NAME
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME)) + "…";
    }

    @SuppressWarnings("unchecked") // a message is an object
    private Map<String, @Nullable Object> plain(McpSchema.JSONRPCResponse response) {
        return Data.freezeMap((Map<String, @Nullable Object>) mapper.convertValue(response, Map.class));
    }

    /** Handles a notification. A notification gets no response, even if it is invalid (JSON-RPC 2.0 §4.1). */
    void take(Message message, Client client) {
        try {
            var notification = new McpSchema.JSONRPCNotification(Message.VERSION, message.method(), message.params());
            handler().handleNotification(context(client), notification).block();
        } catch (RuntimeException e) {
            LOG.debug("the notification {} was not taken", message.method(), e);
        }
    }
}
