package io.precinct.tools;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.tools.DeployedTools.DeployedTool;
import io.precinct.tools.ToolCalls.Client;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The protocol for the tools of one moment: the SDK's server, without sessions, on the calling thread. Thread-safe. */
final class McpHandler {
    private static final String CLIENT = "client";

    private static final String INSTRUCTIONS =
            "Each tool has operations, which are routes of this service. Arguments that are not described are those of the"
                    + " route; a refusal says what is allowed. Lists go on with cursor. A change with idempotency_key is"
                    + " done once, however often it is sent.";

    private final Transport transport = new Transport();

    /** Takes the handler that the SDK makes. */
    private static final class Transport implements McpStatelessServerTransport {
        private @Nullable McpStatelessServerHandler handler;

        @Override
        public void setMcpHandler(McpStatelessServerHandler handler) {
            this.handler = handler;
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }

    /** The routes check their arguments themselves, and say all that is wrong with them. */
    private static final JsonSchemaValidator ROUTES_CHECK =
            (schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(null);

    McpHandler(DeployedTools tools, ToolCalls calls, McpJsonMapper mapper, String version) {
        List<SyncToolSpecification> specifications = tools.tools().values().stream()
                .map(tool -> specification(tool, calls))
                .toList();
        McpServer.sync(transport)
                .serverInfo("precinct", version)
                .instructions(INSTRUCTIONS)
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build())
                .jsonMapper(mapper)
                .jsonSchemaValidator(ROUTES_CHECK)
                .validateToolInputs(false)
                .immediateExecution(true)
                .tools(specifications)
                .build();
    }

    /** The revisions of the protocol that can be spoken. */
    List<String> versions() {
        return transport.protocolVersions();
    }

    private static SyncToolSpecification specification(DeployedTool tool, ToolCalls calls) {
        McpSchema.Tool definition = McpSchema.Tool.builder()
                .name(tool.description().name())
                .description(tool.description().sentence())
                .inputSchema(objects(tool.input()))
                .outputSchema(objects(tool.output()))
                .annotations(McpSchema.ToolAnnotations.builder()
                        .readOnlyHint(tool.description().reading())
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

    private static McpSchema.CallToolResult result(Map<String, @Nullable Object> answer) {
        boolean failed = answer.get("status") instanceof Number status && status.intValue() >= 400;
        return McpSchema.CallToolResult.builder()
                .addTextContent(Json.compact(answer.get("data")))
                .structuredContent(answer)
                .isError(failed)
                .build();
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

    /** Answers a request of the protocol. */
    McpSchema.@Nullable JSONRPCResponse answer(McpSchema.JSONRPCRequest request, Client client) {
        return handler().handleRequest(context(client), request).block();
    }

    /** Takes a notification. */
    void take(McpSchema.JSONRPCNotification notification, Client client) {
        handler().handleNotification(context(client), notification).block();
    }
}
