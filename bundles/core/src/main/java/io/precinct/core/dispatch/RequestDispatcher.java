package io.precinct.core.dispatch;

import io.precinct.api.boundary.Reply;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.dispatch.Responder;
import io.precinct.core.chain.Chain;
import io.precinct.core.chain.Chains;
import io.precinct.core.chain.ErrorReplies;
import io.precinct.core.chain.MinimalRendering;
import io.precinct.core.chain.Snapshot;
import io.precinct.core.route.RouteTable.Found;
import io.precinct.core.watch.RequestWatch;
import io.precinct.core.watch.RunningRequest;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes a request to its chain and its reply to an answer, under the eyes of a {@link RequestWatch}. Thread-safe; holds no
 * state of a request.
 */
public final class RequestDispatcher {
    private final Chains chains;
    private final Predicate<String> everDeployed;
    private final RequestWatch watch;

    /**
     * A dispatcher over these chains.
     *
     * @param everDeployed whether a boundary of this name was deployed before
     * @param watch looks after the requests under way
     */
    public RequestDispatcher(Chains chains, Predicate<String> everDeployed, RequestWatch watch) {
        this.chains = chains;
        this.everDeployed = everDeployed;
        this.watch = watch;
    }

    boolean everDeployed(String boundary) {
        return everDeployed.test(boundary);
    }

    /** Runs a request on this thread, to an answer that whoever has given it up may have made meanwhile. */
    public Answer dispatch(Request request) {
        var answer = new CompletableFuture<Answer>();
        dispatch(request, answer::complete);
        return answer.join();
    }

    /** Runs a request; whatever goes wrong becomes an answer. */
    public void dispatch(Request request, Responder responder) {
        long entered = System.nanoTime();
        String method = method(request.method());
        Destination destination = pin(method, request.rawPath());
        if (destination == null) {
            responder.answer(
                    ChainAnswer.unpinned(ErrorReplies.error(503, "no configuration has been loaded yet", "not_configured")
                            .header("Retry-After", "1")));
            return;
        }
        Chain chain = destination.chain();
        DispatchedRequest exchange = exchange(request, method, entered, chain, responder);
        Reply reply = answer(exchange, chain, () -> exchange.run(destination));
        if (reply != null) {
            chain.figures().answered(reply.status(), exchange.elapsedNanos());
        }
    }

    private DispatchedRequest exchange(Request request, String method, long entered, Chain pinned, Responder responder) {
        try {
            return new DispatchedRequest(request, method, entered, this, pinned, responder);
        } catch (Throwable e) {
            pinned.leave();
            throw e;
        }
    }

    /**
     * Where a request goes, its chain pinned; null before the first configuration. A method of its own: a thread that gets
     * stuck keeps what stands in its frames, and with a snapshot it would keep every chain and bundle of that moment.
     */
    private @Nullable Destination pin(String method, String rawPath) {
        while (true) {
            Snapshot snapshot = chains.current();
            if (snapshot == null) {
                return null;
            }
            Destination destination = destination(snapshot, method, rawPath);
            if (destination.chain().enter()) {
                return destination;
            }
            // superseded between the look-up and the pin: the next snapshot is there already
        }
    }

    /** Whether operators need the route of a request to find out what is wrong and to mend it. */
    public boolean essential(String method, String rawPath) {
        Snapshot snapshot = chains.current();
        return snapshot != null
                && destination(snapshot, method(method), rawPath)
                        .chain()
                        .bounds()
                        .essential();
    }

    /**
     * A method as routes name it. Methods are case-sensitive (RFC 9110 §9.1): what is not written in capitals is none that
     * a route answers.
     */
    private static String method(String sent) {
        for (int i = 0; i < sent.length(); i++) {
            if (Character.isLowerCase(sent.charAt(i))) {
                return "";
            }
        }
        return sent.toLowerCase(Locale.ROOT);
    }

    private static Destination destination(Snapshot snapshot, String method, String rawPath) {
        try {
            Found found = rawPath.startsWith("/") ? snapshot.table().find(method, rawPath) : new Found.Nothing(null);
            Chain chain =
                    found instanceof Found.Route route ? snapshot.chains().get(route.index()) : snapshot.tailOnly();
            return new Destination.Reached(chain, found);
        } catch (PercentCoding.Malformed e) {
            return new Destination.Unreadable(snapshot.tailOnly(), "the path has " + e.getMessage());
        }
    }

    /**
     * Runs an exchange that has pinned its chain, and hands its answer over, unless it was given up meanwhile. The chain
     * stays pinned until the answer is closed, or the thread comes back.
     *
     * @return the reply, or null where it was given up
     */
    @Nullable
    Reply answer(DispatchedRequest exchange, Chain chain, Supplier<Reply> run) {
        RunningRequest outer;
        try {
            outer = watch.enter(exchange);
        } catch (Throwable e) {
            chain.leave(); // no thread for the watch was to be had, say
            throw e;
        }
        try {
            Reply reply = ran(run);
            if (!exchange.answered()) {
                chain.leave();
                return null;
            }
            exchange.hand(reply);
            return reply;
        } finally {
            watch.leave(exchange, outer);
        }
    }

    private static Reply ran(Supplier<Reply> run) {
        try {
            return run.get();
        } catch (Throwable e) {
            String incident = ErrorReplies.incident(e, "the dispatcher");
            return MinimalRendering.rendered(
                    ErrorReplies.error(500, "the request could not be handled", "internal_error", "incident", incident));
        }
    }
}
