package io.precinct.core.dispatch;

import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.api.chain.RequestOptions;
import io.precinct.core.api.chain.RouteInfo;
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
import java.util.Map;
import java.util.Objects;
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
    private ReadOptions options = ReadOptions.NOTHING;

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

    /** Runs the chain; if the request is refused, its tail alone. */
    Reply run(Found found) {
        try {
            query = QueryReader.read(request.rawQuery());
        } catch (PercentCoding.Malformed | QueryReader.TooManyParameters e) {
            return tail(Refusals.badRequest("the query has " + e.getMessage()));
        }
        options = ReadOptions.of(request, query);
        return switch (found) {
            case Found.Route route -> onRoute(route);
            case Found.OtherMethods others -> tail(Refusals.otherMethods(request, method, others.methods()));
            case Found.Nothing nothing -> tail(Refusals.nothing(request, method, nothing.nearest()));
            case Found.Unreadable unreadable -> tail(Refusals.badRequest(unreadable.reason()));
        };
    }

    private Reply onRoute(Found.Route route) {
        if (!pinned.verify().enabled()) {
            options = options.withoutVerify();
        }
        Reply refused =
                Refusals.onRoute(pinned, request, method, options.options().verify(), dispatcher);
        if (refused != null) {
            return tail(refused);
        }
        RouteDeclaration declaration = Objects.requireNonNull(pinned.route()).declaration();
        long limit = pinned.environment().configuration().http().limits().bodyBytes();
        return switch (ParamsBuilder.build(request, declaration, route.names(), route.values(), limit)) {
            case ParamsBuilder.Built.Refused(Reply reply) -> tail(reply);
            case ParamsBuilder.Built.Params(Map<String, @Nullable Object> params) -> placed(start(params));
        };
    }

    /** Runs the chain; if the route limits its requests in flight, on one of its places, else answers 503. */
    private Reply placed(RunStart start) {
        Chain.Bounds bounds = pinned.bounds();
        RouteBulkhead places = bounds.places();
        if (places != null && !places.enter()) {
            return tail(Refusals.noPlace(places.most()));
        }
        try {
            crossing(bounds.deadlineNanos(), bounds.processorNanos());
            var run = new ChainRun(pinned, start, this);
            Reply reply = confirmed(run.run());
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

    private Reply tail(Reply error) {
        crossing(TAIL_NANOS, TAIL_NANOS);
        return new ChainRun(pinned, start(Map.of()), this).runTail(error);
    }

    /** Releases the chain, if no answer does. */
    void unpin() {
        pinned.leave();
    }

    /** Passes the answer to the responder; closing the answer unpins the chain. */
    void hand(Reply reply) {
        ChainAnswer answer;
        try {
            answer = ChainAnswer.of(reply, pinned);
        } catch (Throwable e) {
            unpin();
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
        dispatcher.answer(instead, () -> instead.tail(error));
    }

    private RunStart start(Map<String, @Nullable Object> params) {
        RequestOptions asked = options.options();
        return new RunStart(
                method,
                decodedPath(),
                params,
                QueryReader.withoutOptions(query),
                request.headers(),
                asked == RequestOptions.NONE
                        ? ASKS_NOTHING
                        : Data.map("verify", asked.verify(), "trace", asked.trace()),
                asked,
                request.adapter(),
                request.caller(),
                pinned.environment().strictInput(),
                entered);
    }

    private String decodedPath() {
        String raw = request.rawPath();
        return Objects.requireNonNullElse(PercentCoding.decodeOrNull(raw), raw);
    }

    /** Confirms a preference that was applied, with {@code Preference-Applied} (RFC 7240 §3). */
    private Reply confirmed(Reply reply) {
        return options.preferred() == null
                ? reply
                : reply.header(OptionNames.PREFERENCE_APPLIED, OptionNames.PREFER_VERIFY + "=" + options.preferred());
    }
}
