package io.precinct.tools;

import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.tools.ToolCalls.Client;
import io.precinct.tools.api.ToolDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Model Context Protocol over HTTP: one message a request, answered as JSON, without sessions and streams (the
 * transport "streamable HTTP" lets a server do so). Which tools there are is looked up for every message. Thread-safe.
 */
@Component
@FamilyName("mcp")
public final class McpEndpoint implements BoundaryFamily {
    private static final Logger LOG = LoggerFactory.getLogger(McpEndpoint.class);
    private static final String PRINCIPAL = "X-Detective";

    /** By which {@code precinct mcp} names who asks, as it knows no header of a domain. */
    private static final String USER = "Mcp-User";

    private static final String VERSION = "MCP-Protocol-Version";
    private static final int INVALID_REQUEST = -32600;
    private static final int INVALID_PARAMS = -32602;
    private static final int INTERNAL_ERROR = -32603;

    private static final Schema MESSAGE = Schema.object()
            .with("jsonrpc", Schema.oneOf("2.0"))
            .optionally("id", Schema.anyOf(Schema.text(), Schema.integer()))
            .optionally("method", Schema.text().example("tools/list"))
            .optionally("params", Schema.map(Schema.any()))
            .optionally("result", Schema.any())
            .optionally("error", Schema.any());

    private static final Declaration DECLARATION = Declaration.terminal()
            .describedAs("Takes a message of the Model Context Protocol and answers it.")
            .takes(
                    Parameter.header(VERSION, Schema.text().example("2025-11-25"))
                            .describedAs("The revision that was agreed on."),
                    Parameter.header(PRINCIPAL, Schema.text().atMost(200).example("ada"))
                            .describedAs("Who asks, where the listener does not know it."),
                    Parameter.header(USER, Schema.text().atMost(200).example("ada"))
                            .describedAs("The same, from precinct mcp."))
            .takes(MESSAGE.example(Data.map("jsonrpc", "2.0", "id", 1, "method", "tools/list")))
            .answers(
                    Answer.ok(
                            "The answer to a request.",
                            Schema.object()
                                    .with("jsonrpc", Schema.oneOf("2.0"))
                                    .open()
                                    .named("McpAnswer")),
                    Answer.empty(202, "The notification was taken."),
                    Answer.of(
                            400,
                            "It is no message of the protocol.",
                            Schema.object().open()))
            .build();

    private final Inspection inspection;
    private final ToolCalls calls;
    private final JacksonMapper mapper = new JacksonMapper();
    private final String version;
    private volatile @Nullable Current current;

    /**
     * What was made of a moment. It holds no plug-in and no route, which would keep a bundle in memory after it went.
     *
     * @param revision of the plug-ins whose tools were asked what they do
     */
    private record Current(
            long revision, List<ToolDescription> descriptions, DeployedTools tools, McpHandler handler) {}

    /** Tools of what is inspected, called through this dispatcher. */
    @Activate
    public McpEndpoint(@Reference Inspection inspection, @Reference Dispatcher dispatcher, BundleContext context) {
        this.inspection = inspection;
        calls = new ToolCalls(dispatcher);
        version = context.getBundle().getVersion().toString();
    }

    @Override
    public List<Member> members() {
        return List.of(Member.on(
                RouteDeclaration.of("post", "/mcp").sealedInHeader().principalIn(PRINCIPAL),
                "message",
                DECLARATION,
                this::message));
    }

    private McpHandler handler() {
        PluginSnapshot plugins = inspection.plugins();
        List<Inspection.RouteView> routes = inspection.routes();
        Current known = current;
        List<ToolDescription> descriptions = known != null && known.revision == plugins.revision()
                ? known.descriptions
                : DeployedTools.descriptions(plugins);
        DeployedTools tools = DeployedTools.of(descriptions, plugins, routes);
        if (known == null || known.revision != plugins.revision() || !known.tools.equals(tools)) {
            var handler = new McpHandler(tools, calls, mapper, version);
            known = new Current(plugins.revision(), descriptions, tools, handler);
            current = known;
        }
        return known.handler;
    }

    private Outcome message(Input input) {
        Map<String, @Nullable Object> message = input.params().map();
        McpHandler handler = handler();
        Object id = message.get("id");
        if (input.headers().get(VERSION.toLowerCase(Locale.ROOT)) instanceof String asked
                && !handler.versions().contains(asked)) {
            return refused(
                    id,
                    INVALID_REQUEST,
                    VERSION + " is one of " + String.join(", ", handler.versions()) + ", got " + asked);
        }
        if (!"2.0".equals(message.get("jsonrpc"))) {
            return refused(id, INVALID_REQUEST, "a message is one JSON object with \"jsonrpc\": \"2.0\"");
        }
        if (message.containsKey("id") && !(id instanceof String || id instanceof Integer || id instanceof Long)) {
            return refused(null, INVALID_REQUEST, "id is text or an integer");
        }
        if (!(message.get("method") instanceof String method)) {
            // an answer to a request of the server, of which there is none
            return message.containsKey("result") || message.containsKey("error")
                    ? Reply.empty(202)
                    : refused(id, INVALID_REQUEST, "a request has a method");
        }
        Client client = client(input);
        if (id == null) {
            take(handler, new McpSchema.JSONRPCNotification("2.0", method, message.get("params")), client);
            return Reply.empty(202);
        }
        return Reply.ok(
                answer(handler, new McpSchema.JSONRPCRequest("2.0", method, id, message.get("params")), client));
    }

    /** Nobody hears of a notification that means nothing (JSON-RPC 2.0 §4.1). */
    private static void take(McpHandler handler, McpSchema.JSONRPCNotification notification, Client client) {
        try {
            handler.take(notification, client);
        } catch (RuntimeException e) {
            LOG.debug("the notification {} was not taken", notification.method(), e);
        }
    }

    private Map<String, @Nullable Object> answer(McpHandler handler, McpSchema.JSONRPCRequest request, Client client) {
        try {
            McpSchema.JSONRPCResponse response = handler.answer(request, client);
            return plain(response == null ? failure(request.id(), INTERNAL_ERROR, "there is no answer") : response);
        } catch (McpError e) {
            var error = e.getJsonRpcError();
            return plain(
                    error == null
                            ? failure(request.id(), INTERNAL_ERROR, String.valueOf(e.getMessage()))
                            : McpSchema.JSONRPCResponse.error(request.id(), error));
        } catch (IllegalArgumentException e) {
            // what Jackson says names classes, which are none of the client's business
            LOG.debug("the parameters of {} cannot be read", request.method(), e);
            return plain(
                    failure(request.id(), INVALID_PARAMS, "the parameters of " + request.method() + " cannot be read"));
        }
    }

    private static McpSchema.JSONRPCResponse failure(Object id, int code, String message) {
        return McpSchema.JSONRPCResponse.error(id, new McpSchema.JSONRPCResponse.JSONRPCError(code, message, null));
    }

    @SuppressWarnings("unchecked") // a message is an object
    private Map<String, @Nullable Object> plain(McpSchema.JSONRPCResponse response) {
        return Data.freezeMap((Map<String, @Nullable Object>) mapper.convertValue(response, Map.class));
    }

    /** Before anything is known of the message, so that a client without the protocol's library understands it as well. */
    private static Reply refused(@Nullable Object id, int code, String message) {
        return Reply.of(400, Data.map("jsonrpc", "2.0", "id", id, "error", Data.map("code", code, "message", message)));
    }

    private static Client client(Input input) {
        Caller caller = ChainContext.of(input).caller();
        Map<String, String> headers = new LinkedHashMap<>();
        // whom a gateway has let in is known, whatever the headers say
        for (String header : caller.identity() == null ? List.of(USER, PRINCIPAL) : List.<String>of()) {
            if (input.headers().get(header.toLowerCase(Locale.ROOT)) instanceof String principal) {
                headers.put(PRINCIPAL.toLowerCase(Locale.ROOT), principal);
            }
        }
        return new Client(caller, headers);
    }
}
