package io.precinct.tools;

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
import io.precinct.core.api.dispatch.GatewayExposure;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.tools.ToolCalls.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The endpoint for the Model Context Protocol over HTTP (transport "streamable HTTP"): one message per request, or
 * several in earlier revisions, answered as JSON, and a stream that reports changes of the list of tools. The tools are
 * looked up for every message. Thread-safe.
 */
@Component
@FamilyName("mcp")
public final class McpEndpoint implements BoundaryFamily {
    private static final String PRINCIPAL = "X-Detective";

    /** The header in which {@code precinct mcp} names the user, since that program knows no header of a domain. */
    private static final String USER = "Mcp-User";

    private static final String EVENTS = ToolStreams.MEDIA_TYPE;
    private static final String INITIALIZE = "initialize";

    /** Most messages in a request. */
    private static final int LARGEST_BATCH = 100;

    private static final String VERSION = "MCP-Protocol-Version";
    private static final String SESSION = "Mcp-Session-Id";
    private static final String METHOD = "Mcp-Method";
    private static final String TOOL = "Mcp-Name";
    private static final String LAST_EVENT = "Last-Event-ID";

    private static final Parameter SESSION_PARAMETER = Parameter.header(
                    SESSION, Schema.text().matching("^[!-~]{1,100}$").example("9f2c4f0e"))
            .describedAs("The session that initialize named.");

    private static final Parameter VERSION_PARAMETER = Parameter.header(
                    VERSION, Schema.text().example("2025-11-25"))
            .describedAs("The revision that was agreed on.");

    private static final Parameter PRINCIPAL_PARAMETER = Parameter.header(
                    PRINCIPAL, Schema.text().atMost(200).example("ada"))
            .describedAs("Who asks, where the listener does not know it.");

    private static final Parameter USER_PARAMETER = Parameter.header(
                    USER, Schema.text().atMost(200).example("ada"))
            .describedAs("The same, from precinct mcp.");

    private static final Parameter LAST_EVENT_PARAMETER = Parameter.header(
                    LAST_EVENT, Schema.text().matching("^[0-9a-f]{1,64}$").example("1f0c"))
            .describedAs("The id of the last event of a stream before this one.");

    private static final Schema MESSAGE = Schema.object()
            .with("jsonrpc", Schema.oneOf("2.0"))
            .optionally("id", Schema.anyOf(Schema.text(), Schema.integer()))
            .optionally("method", Schema.text().example("tools/list"))
            .optionally("params", Schema.map(Schema.any()))
            .optionally("result", Schema.any())
            .optionally("error", Schema.any());

    private static final Schema ANSWER =
            Schema.object().with("jsonrpc", Schema.oneOf("2.0")).open().named("McpAnswer");

    private static final Schema ERROR = Schema.object().open();

    private static final Declaration MESSAGES = Declaration.terminal()
            .describedAs("Takes a message of the Model Context Protocol and answers it; before revision 2025-06-18 also"
                    + " several messages.")
            .takes(
                    VERSION_PARAMETER,
                    SESSION_PARAMETER,
                    Parameter.header(METHOD, Schema.text().example("tools/list"))
                            .describedAs("The method of the message, since revision 2026-07-28."),
                    Parameter.header(TOOL, Schema.text().example("cases"))
                            .describedAs("The tool that it calls, since revision 2026-07-28."),
                    LAST_EVENT_PARAMETER,
                    PRINCIPAL_PARAMETER,
                    USER_PARAMETER)
            .takes(Schema.anyOf(MESSAGE, Schema.list(MESSAGE))
                    .example(Data.map("jsonrpc", "2.0", "id", 1, "method", "tools/list")))
            .answers(
                    Answer.ok(
                                    "The answer to a request, or those to several; of a subscription, what it hears of.",
                                    Schema.anyOf(ANSWER, Schema.list(ANSWER)))
                            .or(EVENTS),
                    Answer.empty(202, "The notification was taken."),
                    Answer.of(400, "It is no message of the protocol.", ERROR),
                    Answer.of(404, "There is no such session, or no such method.", ERROR))
            .build();

    private static final Declaration STREAM = Declaration.terminal()
            .describedAs(
                    "Server-sent events that tell when the list of tools has changed; for a browser, a page that says"
                            + " what this is.")
            .takes(VERSION_PARAMETER, SESSION_PARAMETER, LAST_EVENT_PARAMETER, PRINCIPAL_PARAMETER, USER_PARAMETER)
            .answers(
                    Answer.ok("Notifications of the protocol, as they happen; or the page.", McpPage.SCHEMA)
                            .or(EVENTS),
                    Answer.of(400, "There is no such revision.", ERROR),
                    Answer.of(404, "There is no such session.", ERROR))
            .build();

    private static final Declaration CLOSE = Declaration.terminal()
            .describedAs("Closes a session and ends its streams.")
            .takes(SESSION_PARAMETER, PRINCIPAL_PARAMETER, USER_PARAMETER)
            .answers(
                    Answer.empty(204, "It is closed."),
                    Answer.of(400, "No session is named.", ERROR),
                    Answer.of(404, "There is no such session.", ERROR))
            .build();

    private final CurrentTools tools;
    private final Sessions sessions = new Sessions();
    private final ToolStreams streams;
    private final StatelessRevision stateless;

    /** Creates the endpoint for the inspected tools, which it calls through this dispatcher. */
    @Activate
    public McpEndpoint(
            @Reference Inspection inspection,
            @Reference Dispatcher dispatcher,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    @Nullable
                    GatewayExposure gateway,
            BundleContext context) {
        String version = context.getBundle().getVersion().toString();
        var reach = new Reach(dispatcher, gateway);
        var calls = new ToolCalls(dispatcher, inspection, reach);
        var mapper = new JacksonMapper();
        tools = new CurrentTools(inspection, reach, deployed -> new McpHandler(deployed, calls, mapper, version));
        streams = new ToolStreams(tools);
        stateless = new StatelessRevision(streams, version);
    }

    /** Ends the streams; their clients reconnect. */
    @Deactivate
    public void close() {
        streams.close();
    }

    @Override
    public List<Member> members() {
        List<Member> members = new ArrayList<>();
        members.addAll(members(Offer.ALL, ""));
        members.addAll(members(Offer.READING, "readonly_"));
        return members;
    }

    private List<Member> members(Offer offer, String prefix) {
        return List.of(
                Member.on(
                        route("post", offer).producing(EVENTS),
                        prefix + "message",
                        MESSAGES,
                        input -> messages(offer, input)),
                Member.on(
                        route("get", offer).producing(EVENTS),
                        prefix + "stream",
                        STREAM,
                        input -> stream(offer, input)),
                Member.on(route("delete", offer), prefix + "close", CLOSE, this::closeSession));
    }

    /** The protocol demands that {@code Origin} is checked for every method: a GET opens a stream. */
    private static RouteDeclaration route(String method, Offer offer) {
        return RouteDeclaration.of(method, offer.path())
                .sealedInHeader()
                .principalIn(PRINCIPAL)
                .refusingForeignPages();
    }

    private Outcome messages(Offer offer, Input input) {
        Map<String, @Nullable Object> given = input.params().map();
        return given.get("body") instanceof List<?> batch && given.size() == 1
                ? batch(offer, batch, input)
                : message(offer, given, input);
    }

    /** Answers messages one after the other, with the answers to those that are requests. */
    private Outcome batch(Offer offer, List<?> messages, Input input) {
        Reply unknown = unknownRevision(null, input);
        if (unknown != null) {
            return unknown;
        }
        String session = header(input, SESSION);
        if (session != null && !sessions.admits(session, owner(input))) {
            return noSession(null);
        }
        String revision = revision(input);
        if (revision != null && !Revisions.hasBatches(revision)) {
            return invalid(
                    null, "revision " + revision + " has no batches: send each message by itself, as one object");
        }
        if (messages.isEmpty() || messages.size() > LARGEST_BATCH) {
            return invalid(null, "a batch has 1 to " + LARGEST_BATCH + " messages, got " + messages.size());
        }
        var answers = new ArrayList<@Nullable Object>();
        for (Object message : messages) {
            if (inBatch(offer, message, input) instanceof Reply reply && reply.payload() != null) {
                answers.add(reply.payload());
            }
        }
        return answers.isEmpty() ? Reply.empty(202) : Reply.ok(answers);
    }

    @SuppressWarnings("unchecked") // keys of JSON are text
    private Outcome inBatch(Offer offer, @Nullable Object message, Input input) {
        Map<String, @Nullable Object> given =
                message instanceof Map<?, ?> members ? (Map<String, @Nullable Object>) members : Map.of();
        Object id = given.get("id");
        if (INITIALIZE.equals(given.get("method"))) {
            return invalid(id, INITIALIZE + " is sent by itself: a batch is of the revision that it agrees on");
        }
        return given.get("params") instanceof Map<?, ?> params
                        && StatelessRevision.isMeant(
                                String.valueOf(given.get("method")),
                                (Map<String, @Nullable Object>) params,
                                StatelessRevision.Headers.NONE)
                ? invalid(id, "revision " + StatelessRevision.VERSION + " has no batches")
                : message(offer, given, input);
    }

    private Outcome message(Offer offer, Map<String, @Nullable Object> given, Input input) {
        Object id = given.get("id");
        if (!Message.VERSION.equals(given.get("jsonrpc"))) {
            return invalid(id, "a message is one JSON object with \"jsonrpc\": \"2.0\"");
        }
        if (given.containsKey("id") && !(id instanceof String || id instanceof Integer || id instanceof Long)) {
            return invalid(null, "id is text or an integer");
        }
        if (!(given.get("method") instanceof String method)) {
            // a response to a request of the server, although the server sends none
            return given.containsKey("result") || given.containsKey("error")
                    ? Reply.empty(202)
                    : invalid(id, "a request has a method");
        }
        Object params = given.get("params");
        if (params != null && !(params instanceof Map<?, ?>) && id != null) {
            return Reply.ok(
                    Replies.error(id, Replies.INVALID_PARAMS, "params is an object with the parameters of " + method));
        }
        @SuppressWarnings("unchecked") // keys of JSON are text
        var message = new Message(
                id, method, params instanceof Map<?, ?> members ? (Map<String, @Nullable Object>) members : Map.of());
        Client client = client(input);
        McpHandler handler = tools.handler(offer, client.caller());
        var headers = new StatelessRevision.Headers(
                header(input, VERSION), header(input, METHOD), header(input, TOOL), header(input, LAST_EVENT));
        if (id != null && StatelessRevision.isMeant(method, message.params(), headers)) {
            return stateless.answer(handler, message, headers, offer, client);
        }
        return sessionMessage(handler, message, input, client);
    }

    /** Handles a message of the revisions that begin with {@code initialize}. */
    private Outcome sessionMessage(McpHandler handler, Message message, Input input, Client client) {
        Reply unknown = unknownRevision(message.id(), input);
        if (unknown != null) {
            return unknown;
        }
        SessionOwner owner = owner(input);
        String session = header(input, SESSION);
        if (session != null && !sessions.admits(session, owner)) {
            return noSession(message.id());
        }
        if (message.id() == null) {
            handler.take(message, client);
            return Reply.empty(202);
        }
        Map<String, @Nullable Object> answer = handler.answer(message, client);
        return message.method().equals(INITIALIZE)
                        && answer.get("result") instanceof Map<?, ?> result
                        && result.get("protocolVersion") instanceof String agreed
                ? Reply.ok(answer).header(SESSION, Sessions.open(agreed, owner))
                : Reply.ok(answer);
    }

    private Outcome stream(Offer offer, Input input) {
        if (McpPage.isWanted(header(input, "Accept"))) {
            return new McpPage(
                            offer, tools.handler(offer, client(input).caller()).sentences())
                    .reply();
        }
        Reply unknown = unknownRevision(null, input);
        if (unknown != null) {
            return unknown;
        }
        String session = header(input, SESSION);
        if (session != null && !sessions.admits(session, owner(input))) {
            return noSession(null);
        }
        String revision = revision(input);
        String first = revision != null && Revisions.hasEmptyEvents(revision) ? "" : null;
        return streams.reply(new ToolStreams.Subscription(
                offer, client(input).caller(), session, true, first, "{}", header(input, LAST_EVENT)));
    }

    private Outcome closeSession(Input input) {
        String session = header(input, SESSION);
        if (session == null) {
            return invalid(null, "the header " + SESSION + " names the session to close");
        }
        if (!sessions.admits(session, owner(input)) || !sessions.close(session)) {
            return noSession(null);
        }
        streams.end(session);
        return Reply.empty(204);
    }

    /** The refusal of a revision that there is not, or null. */
    private static @Nullable Reply unknownRevision(@Nullable Object id, Input input) {
        String asked = header(input, VERSION);
        return asked == null || asked.equals(StatelessRevision.VERSION) || Revisions.NEGOTIATED.contains(asked)
                ? null
                : invalid(id, VERSION + " is one of " + String.join(", ", Revisions.NEGOTIATED) + ", got " + asked);
    }

    /** The revision of a request: what it says itself, or what its session agreed on; null if nothing says it. */
    private static @Nullable String revision(Input input) {
        String asked = header(input, VERSION);
        String session = header(input, SESSION);
        return asked != null || session == null ? asked : Sessions.revision(session);
    }

    private static Reply noSession(@Nullable Object id) {
        return Replies.refused(
                404, id, Replies.SESSION_CLOSED, "there is no such session of yours: begin with initialize");
    }

    private static Reply invalid(@Nullable Object id, String message) {
        return Replies.refused(400, id, Replies.INVALID_REQUEST, message);
    }

    private static @Nullable String header(Input input, String name) {
        return input.headers().get(name.toLowerCase(Locale.ROOT)) instanceof String value ? value.strip() : null;
    }

    private static Client client(Input input) {
        Caller caller = ChainContext.of(input).caller();
        String claimed = caller.identity() == null ? claimed(input) : null;
        return new Client(caller, claimed == null ? Map.of() : Map.of(PRINCIPAL.toLowerCase(Locale.ROOT), claimed));
    }

    /** Whose sessions a request may use: an identity established by a gateway overrides the headers. */
    private static SessionOwner owner(Input input) {
        Map<String, @Nullable Object> identity = ChainContext.of(input).caller().identity();
        return identity == null
                ? new SessionOwner(false, claimed(input))
                : new SessionOwner(true, String.valueOf(identity.get("name")));
    }

    /** Who asks by the headers of a client that nobody has authenticated, or null. */
    private static @Nullable String claimed(Input input) {
        String principal = header(input, PRINCIPAL);
        return principal == null ? header(input, USER) : principal;
    }
}
