package io.precinct.core.dispatch;

import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.api.data.Data;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.api.chain.RequestOptions;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.config.VerifyPolicy;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.dispatch.Responder;
import io.precinct.core.chain.Chain;
import io.precinct.core.chain.ChainRun;
import io.precinct.core.chain.ErrorReplies;
import io.precinct.core.chain.RunStart;
import io.precinct.core.route.RouteTable.Found;
import io.precinct.core.watch.GivenUp;
import io.precinct.core.watch.RouteBulkhead;
import io.precinct.core.watch.RunningRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request on a pinned chain, from what was sent to the last reply. */
final class DispatchedRequest extends RunningRequest {
    private static final Map<String, @Nullable Object> ASKS_NOTHING = Data.map("verify", null, "trace", false);

    /** An error that the tail does not render within this time is rendered without the tail. */
    private static final long TAIL_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Request request;
    private final String method;
    private final long entered;
    private final RequestDispatcher dispatcher;
    private final Responder responder;
    private final Chain pinned;
    private Map<String, @Nullable Object> query = Map.of();
    private ReadOptions options = nothingAsked();

    /**
     * A request that has pinned its chain.
     *
     * @param entered when the request entered, {@link System#nanoTime()}
     * @param pinned the chain
     * @param responder takes the answer
     */
    DispatchedRequest(
            Request request,
            String method,
            long entered,
            RequestDispatcher dispatcher,
            Chain pinned,
            Responder responder) {
        this.request = request;
        this.method = method;
        this.entered = entered;
        this.dispatcher = dispatcher;
        this.pinned = pinned;
        this.responder = responder;
    }

    long elapsedNanos() {
        return System.nanoTime() - entered;
    }

    Reply run(Destination destination) {
        try {
            query = QueryReader.read(request.rawQuery());
        } catch (PercentCoding.Malformed e) {
            return tail(destination.chain(), Map.of(), nothingAsked(), badRequest("the query has " + e.getMessage()));
        } catch (QueryReader.TooManyParameters e) {
            return tail(destination.chain(), Map.of(), nothingAsked(), badRequest(String.valueOf(e.getMessage())));
        }
        ReadOptions asked = ReadOptions.of(request, query);
        options = asked;
        return switch (destination) {
            case Destination.Unreadable unreadable ->
                tail(unreadable.chain(), query, asked, badRequest(unreadable.reason()));
            case Destination.Reached(Chain chain, Found.Route route) -> onRoute(chain, route, query, asked);
            case Destination.Reached(Chain chain, Found.OtherMethods others) ->
                tail(chain, query, asked, otherMethods(others.methods()));
            case Destination.Reached(Chain chain, Found.Nothing nothing) ->
                tail(chain, query, asked, nothing(nothing.nearest()));
        };
    }

    private static ReadOptions nothingAsked() {
        return new ReadOptions(RequestOptions.NONE, null);
    }

    private Reply onRoute(Chain chain, Found.Route route, Map<String, @Nullable Object> query, ReadOptions asked) {
        VerifyPolicy policy = chain.verify();
        ReadOptions options = policy.enabled() ? asked : asked.withoutVerify();
        Reply refused = refusal(chain, options);
        if (refused != null) {
            return tail(chain, query, options, refused);
        }
        RouteDeclaration declaration = Objects.requireNonNull(chain.route()).declaration();
        ParamsBuilder.Built built;
        try {
            long limit = chain.environment().configuration().http().limits().bodyBytes();
            built = ParamsBuilder.build(request, declaration, route.names(), route.values(), limit);
        } catch (IOException e) {
            return tail(
                    chain,
                    query,
                    options,
                    ErrorReplies.error(400, "the request body did not arrive", "body_incomplete"));
        }
        return switch (built) {
            case ParamsBuilder.Built.Refused(Reply reply) -> tail(chain, query, options, reply);
            case ParamsBuilder.Built.Params(Map<String, @Nullable Object> params) ->
                placed(chain, start(chain, params, query, options), options);
        };
    }

    /** Runs the chain; if the route limits its requests in flight, on one of its places, else answers 503. */
    private Reply placed(Chain chain, RunStart start, ReadOptions options) {
        RouteBulkhead places = chain.bounds().places();
        if (places != null && !places.enter()) {
            return tail(chain, query, options, noPlace(places.most()));
        }
        try {
            Chain.Bounds bounds = chain.bounds();
            crossing(bounds.deadlineNanos(), bounds.processorNanos());
            var run = new ChainRun(chain, start, this);
            Reply reply = confirmed(run.run(), options);
            if (options.options().verify() != null) {
                run.countVerified();
            }
            return reply;
        } finally {
            if (places != null) {
                places.leave();
            }
        }
    }

    private static Reply noPlace(int most) {
        return ErrorReplies.error(
                        503, "this route serves " + most + " requests at once and has them, try again", "bulkhead")
                .header("Retry-After", "1");
    }

    /** The error with which a route refuses this request before its chain runs, or null. */
    private @Nullable Reply refusal(Chain chain, ReadOptions asked) {
        RouteInfo route = Objects.requireNonNull(chain.route());
        Caller caller = request.caller();
        if (route.declaration().access() == Access.ADMIN && !caller.admin()) {
            return adminOnly(caller);
        }
        if (!chain.missing().isEmpty()) {
            return notDeployed(chain.missing());
        }
        String verify = asked.options().verify();
        Reply noProbe = verify == null ? null : probeRefusal(chain, verify, caller);
        return noProbe != null ? noProbe : notAcceptable(chain, route.declaration());
    }

    private @Nullable Reply probeRefusal(Chain chain, String verify, Caller caller) {
        if (!chain.environment().verifies()) {
            return notDeployed(List.of("verify_route"));
        }
        String role = chain.verify().requires();
        if (role != null && !caller.roles().contains(role) && !caller.admin()) {
            return ErrorReplies.error(
                    403, "probing this route requires a role", "role_required", "failed_requirement", role);
        }
        if (verify.startsWith(OptionNames.RECORD)) {
            boolean records = chain.environment().configuration().verify().record();
            return records && caller.admin()
                    ? null
                    : records
                            ? adminOnly(caller)
                            : ErrorReplies.error(
                                    403, "recording is off; verify.record: true turns it on", "recording_off");
        }
        return null;
    }

    private static Reply adminOnly(Caller caller) {
        String message = "this operation needs loopback and the token of the running instance";
        return caller.loopback()
                ? ErrorReplies.error(401, message, "admin_only").header("WWW-Authenticate", "Bearer")
                : ErrorReplies.error(403, message, "admin_only");
    }

    private Reply notDeployed(List<String> missing) {
        Reply reply = ErrorReplies.error(
                503, "not deployed right now: " + String.join(", ", missing), "not_deployed", "missing", missing);
        return missing.stream().anyMatch(dispatcher::everDeployed) ? reply.header("Retry-After", "1") : reply;
    }

    /**
     * 406 if no formatter can answer in a media type that the client accepts, or null. Checked before the chain runs,
     * because an unsafe method would have had its effect by the time the answer is rendered.
     */
    private @Nullable Reply notAcceptable(Chain chain, RouteDeclaration declaration) {
        if (method.equals("get")
                || method.equals("head")
                || !declaration.produces().isEmpty()) {
            return null;
        }
        var formatters = chain.environment().formatters();
        boolean none = !formatters.all().isEmpty() && formatters.choose(request.header("accept"), 200) == null;
        return none
                ? ErrorReplies.error(
                        406, "no acceptable representation", "not_acceptable", "available", formatters.mediaTypes())
                : null;
    }

    private static Reply badRequest(String reason) {
        return ErrorReplies.error(400, reason, "bad_request");
    }

    private Reply otherMethods(List<String> methods) {
        var allowed = new TreeSet<>(methods);
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        allowed.add("OPTIONS");
        String allow = String.join(", ", allowed);
        if (method.equals("options")) {
            return Reply.empty(204).header("Allow", allow);
        }
        return ErrorReplies.error(
                        405,
                        "this path does not answer " + request.method(),
                        "method_not_allowed",
                        "allowed",
                        List.copyOf(allowed))
                .header("Allow", allow);
    }

    private Reply nothing(@Nullable String nearest) {
        if (method.equals("options") && request.rawPath().equals("*")) {
            return Reply.empty(204);
        }
        return nearest == null
                ? ErrorReplies.error(404, "no route for this path", "no_route")
                : ErrorReplies.error(404, "no route for this path", "no_route", "nearest", nearest);
    }

    private Reply tail(Chain chain, Map<String, @Nullable Object> query, ReadOptions options, Reply error) {
        crossing(TAIL_NANOS, TAIL_NANOS);
        return new ChainRun(chain, start(chain, Map.of(), query, options), this).runTail(error);
    }

    /** Passes the answer to the responder; closing the answer unpins the chain. */
    void hand(Reply reply) {
        ChainAnswer answer;
        try {
            answer = new ChainAnswer(reply, pinned);
        } catch (Throwable e) {
            pinned.leave();
            throw e;
        }
        try {
            responder.answer(answer);
        } catch (Throwable e) {
            answer.close();
            throw e;
        }
    }

    @Override
    public @Nullable String route() {
        RouteInfo route = pinned.route();
        return route == null ? null : route.name();
    }

    @Override
    public int room() {
        return request.room();
    }

    @Override
    protected boolean uses(long bundleId) {
        return pinned.uses(bundleId);
    }

    @Override
    protected boolean clientGone() {
        return request.clientGone();
    }

    @Override
    protected void abandoned() {
        responder.abandon();
    }

    /** Answers through the tail like any error, unless the tail itself did not end or the chain is already closed. */
    @Override
    protected void givenUp(GivenUp why) {
        Reply error = ErrorReplies.of(why);
        pinned.figures().answered(error.status(), elapsedNanos());
        if (why.tail() || !pinned.enter()) {
            responder.answer(ChainAnswer.unpinned(error));
            return;
        }
        var instead = new DispatchedRequest(request, method, entered, dispatcher, pinned, responder);
        instead.query = query;
        instead.options = options;
        dispatcher.answer(instead, pinned, () -> instead.tail(pinned, query, options, error));
    }

    private RunStart start(
            Chain chain, Map<String, @Nullable Object> params, Map<String, @Nullable Object> query, ReadOptions asked) {
        RequestOptions options = asked.options();
        return new RunStart(
                method,
                decodedPath(),
                params,
                QueryReader.withoutOptions(query),
                request.headers(),
                service(options),
                options,
                request.adapter(),
                request.caller(),
                chain.environment().strictInput(),
                entered);
    }

    private String decodedPath() {
        String raw = request.rawPath();
        return Objects.requireNonNullElse(PercentCoding.decodeOrNull(raw), raw);
    }

    private static Map<String, @Nullable Object> service(RequestOptions options) {
        return options == RequestOptions.NONE
                ? ASKS_NOTHING
                : Data.map("verify", options.verify(), "trace", options.trace());
    }

    /** Confirms a preference that was applied, with {@code Preference-Applied} (RFC 7240 §3). */
    private static Reply confirmed(Reply reply, ReadOptions asked) {
        return asked.preferred() == null || asked.options().verify() == null
                ? reply
                : reply.header(OptionNames.PREFERENCE_APPLIED, OptionNames.PREFER_VERIFY + "=" + asked.preferred());
    }
}
