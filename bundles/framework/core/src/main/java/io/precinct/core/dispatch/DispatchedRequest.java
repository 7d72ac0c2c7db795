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
import io.precinct.core.chain.Chains;
import io.precinct.core.chain.ErrorReplies;
import io.precinct.core.chain.MinimalRendering;
import io.precinct.core.chain.RunStart;
import io.precinct.core.chain.Snapshot.Destination;
import io.precinct.core.route.RouteTable.Found;
import io.precinct.core.watch.GivenUp;
import io.precinct.core.watch.RequestWatch;
import io.precinct.core.watch.RouteBulkhead;
import io.precinct.core.watch.RunningRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One request on a pinned chain. {@link #serve} and {@link #run} show the whole order of a request, from the received
 * request to its last reply. The other methods are their steps, and the methods that the watch calls.
 */
public final class DispatchedRequest extends RunningRequest {
    private static final Map<String, @Nullable Object> ASKS_NOTHING = Data.map("verify", null, "trace", false);

    /** An error that the tail does not render within this time is rendered without the tail. */
    private static final long TAIL_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Request request;
    private final String method;
    private final long entered;
    private final RequestWatch watch;
    private final Responder responder;
    private final Chain pinned;
    private Map<String, @Nullable Object> query = Map.of();
    private ReadOptions options = ReadOptions.NOTHING;
    private Map<String, @Nullable Object> params = Map.of();

    private DispatchedRequest(
            Request request, String method, long entered, RequestWatch watch, Chain pinned, Responder responder) {
        this.request = request;
        this.method = method;
        this.entered = entered;
        this.watch = watch;
        this.pinned = pinned;
        this.responder = responder;
    }

    /**
     * Serves a request on this thread and passes its answer to the responder. If the request is given up meanwhile, the
     * watch has it answered instead. The chain stays pinned until the answer is closed or, if the request was given up,
     * until this thread returns.
     *
     * @param watch supervises the request
     * @param everDeployed whether a boundary of this name was deployed before
     */
    public static void serve(
            Request request, Responder responder, Chains chains, RequestWatch watch, Predicate<String> everDeployed) {
        long entered = System.nanoTime();
        String method = spelled(request.method());
        Destination to = chains.pin(method, request.rawPath()); // match and pin
        if (to == null) {
            responder.answer(ChainAnswer.unpinned(Refusals.notConfigured()));
            return;
        }
        DispatchedRequest served = pinned(request, method, entered, watch, to.chain(), responder);
        RunningRequest outer = served.watched();
        try {
            Reply reply;
            try {
                Reply refusal = served.readOptions(); // options
                if (refusal == null) {
                    refusal = served.refusal(to.found(), everDeployed); // refusals
                }
                reply = served.run(refusal);
            } catch (Throwable e) {
                reply = failed(e);
            }
            if (served.answer(reply)) { // answer; closing it releases the chain
                if (reply.status() == 400 && request.clientGone()) { // its body ended early
                    to.chain().figures().left(served.elapsedNanos());
                } else {
                    to.chain().figures().answered(reply.status(), served.elapsedNanos());
                }
            }
        } finally {
            watch.leave(served, outer);
        }
    }

    /** Runs the chain, or only its tail if the request is refused. If the route limits its requests, takes a place. */
    private Reply run(@Nullable Reply refusal) {
        RouteBulkhead places = refusal == null ? pinned.bounds().places() : null;
        if (places != null && !places.enter()) {
            return run(Refusals.noPlace(places.most()));
        }
        try {
            crossing(
                    refusal == null ? pinned.bounds().deadlineNanos() : TAIL_NANOS,
                    refusal == null ? pinned.bounds().processorNanos() : TAIL_NANOS);
            var run = new ChainRun(pinned, start(refusal == null ? params : Map.of()), this); // envelope
            if (refusal == null) {
                run.cross(); // crossings
            } else {
                run.refuse(refusal);
            }
            Reply reply = run.tail(); // tail
            if (refusal == null && options.options().verify() != null) {
                run.countVerified();
            }
            return refusal == null ? confirmed(reply) : reply;
        } finally {
            if (places != null) {
                places.leave();
            }
        }
    }

    /**
     * A method as routes spell it, in lower case. Methods are case-sensitive (RFC 9110 §9.1), so a method with a
     * lower-case letter matches no route.
     */
    public static String spelled(String method) {
        for (int i = 0; i < method.length(); i++) {
            if (Character.isLowerCase(method.charAt(i))) {
                return "";
            }
        }
        return method.toLowerCase(Locale.ROOT);
    }

    private static DispatchedRequest pinned(
            Request request, String method, long entered, RequestWatch watch, Chain pinned, Responder responder) {
        try {
            return new DispatchedRequest(request, method, entered, watch, pinned, responder);
        } catch (Throwable e) {
            pinned.leave();
            throw e;
        }
    }

    /** Lets the watch give this request up from now on. Returns the request that encloses it on its thread, or null. */
    private @Nullable RunningRequest watched() {
        try {
            return watch.enter(this);
        } catch (Throwable e) {
            pinned.leave(); // for example because no thread could be started for the watch
            throw e;
        }
    }

    /** Reads the query and the options of the request; returns a refusal if they cannot be read. */
    private @Nullable Reply readOptions() {
        try {
            query = QueryReader.read(request.rawQuery());
        } catch (PercentCoding.Malformed | QueryReader.TooManyParameters e) {
            return Refusals.badRequest("the query has " + e.getMessage());
        }
        options = ReadOptions.of(request, query);
        return null;
    }

    /** The refusal if this request must not enter its chain; null if it may, and its parameters have been read. */
    private @Nullable Reply refusal(Found found, Predicate<String> everDeployed) {
        return switch (found) {
            case Found.Route route -> onRoute(route, everDeployed);
            case Found.OtherMethods others -> Refusals.otherMethods(request, method, others.methods());
            case Found.Nothing nothing -> Refusals.nothing(request, method, nothing.nearest());
            case Found.Unreadable unreadable -> Refusals.badRequest(unreadable.reason());
        };
    }

    private @Nullable Reply onRoute(Found.Route route, Predicate<String> everDeployed) {
        if (!pinned.verify().enabled()) {
            options = options.withoutVerify();
        }
        Reply refused =
                Refusals.onRoute(pinned, request, method, options.options().verify(), everDeployed);
        if (refused != null) {
            return refused;
        }
        RouteDeclaration declaration = Objects.requireNonNull(pinned.route()).declaration();
        long limit = pinned.environment().configuration().http().limits().bodyBytes();
        return switch (ParamsBuilder.build(request, declaration, route.names(), route.values(), limit)) {
            case ParamsBuilder.Built.Refused(Reply reply) -> reply;
            case ParamsBuilder.Built.Params(Map<String, @Nullable Object> read) -> {
                params = read;
                yield null;
            }
        };
    }

    private static Reply failed(Throwable e) {
        String incident = ErrorReplies.incident(e, "the dispatcher");
        return MinimalRendering.rendered(
                ErrorReplies.error(500, "the request could not be handled", "internal_error", "incident", incident));
    }

    private long elapsedNanos() {
        return System.nanoTime() - entered;
    }

    /**
     * Passes the answer to the responder; closing the answer unpins the chain.
     *
     * @return false if the request was given up, so that nobody waits for this answer
     */
    private boolean answer(Reply reply) {
        if (!answered()) {
            pinned.leave();
            return false;
        }
        ChainAnswer answer;
        try {
            answer = ChainAnswer.of(reply, pinned);
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
        return true;
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
    protected void clientLeft() {
        pinned.figures().left(elapsedNanos());
        responder.clientLeft(route());
    }

    @Override
    protected void abandoned() {
        responder.abandon();
    }

    /** Answers through the tail like any error, unless the tail itself was given up or the chain is already closed. */
    @Override
    protected void givenUp(GivenUp why) {
        Reply error = ErrorReplies.of(why);
        pinned.figures().answered(error.status(), elapsedNanos());
        if (why.tail() || !pinned.enter()) {
            responder.answer(ChainAnswer.unpinned(error));
            return;
        }
        DispatchedRequest instead = pinned(request, method, entered, watch, pinned, responder);
        instead.query = query;
        instead.options = options;
        RunningRequest outer = instead.watched();
        try {
            Reply reply;
            try {
                reply = instead.run(error);
            } catch (Throwable e) {
                reply = failed(e);
            }
            instead.answer(reply);
        } finally {
            watch.leave(instead, outer);
        }
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
