package io.precinct.core.dispatch;

import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.dispatch.Responder;
import io.precinct.core.api.dispatch.RouteAccess;
import io.precinct.core.chain.Chain;
import io.precinct.core.chain.Chains;
import io.precinct.core.chain.ErrorReplies;
import io.precinct.core.chain.MinimalRendering;
import io.precinct.core.chain.Snapshot;
import io.precinct.core.route.RouteTable.Found;
import io.precinct.core.watch.RequestWatch;
import io.precinct.core.watch.RunningRequest;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the chain of a request, runs it and turns its reply into an answer, supervised by a {@link RequestWatch}.
 * Thread-safe; holds no state of a request.
 */
public final class RequestDispatcher {
    private final Chains chains;
    private final Predicate<String> everDeployed;
    private final RequestWatch watch;

    /**
     * A dispatcher over these chains.
     *
     * @param everDeployed whether a boundary of this name was deployed before
     * @param watch supervises the requests under way
     */
    public RequestDispatcher(Chains chains, Predicate<String> everDeployed, RequestWatch watch) {
        this.chains = chains;
        this.everDeployed = everDeployed;
        this.watch = watch;
    }

    boolean everDeployed(String boundary) {
        return everDeployed.test(boundary);
    }

    /** Runs a request on this thread. If it is given up meanwhile, the answer is that of the watch. */
    public Answer dispatch(Request request) {
        var answer = new CompletableFuture<Answer>();
        dispatch(request, answer::complete);
        return answer.join();
    }

    /** Runs a request; every failure becomes an answer. */
    public void dispatch(Request request, Responder responder) {
        long entered = System.nanoTime();
        String method = method(request.method());
        Destination destination = pin(method, request.rawPath());
        if (destination == null) {
            responder.answer(ChainAnswer.unpinned(
                    ErrorReplies.error(503, "no configuration has been loaded yet", "not_configured")
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

    private DispatchedRequest exchange(
            Request request, String method, long entered, Chain pinned, Responder responder) {
        try {
            return new DispatchedRequest(request, method, entered, this, pinned, responder);
        } catch (Throwable e) {
            pinned.leave();
            throw e;
        }
    }

    /**
     * The destination of a request, its chain pinned; null before the first configuration. This must stay a separate
     * method: the stack frames of a stuck thread keep their locals alive, and a snapshot there would keep every chain
     * and bundle of that moment in memory.
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
            // The chain was superseded between look-up and pin, so there is a newer snapshot.
        }
    }

    /** Whether the route of a request is essential: operators need it to diagnose and repair the service. */
    public boolean essential(String method, String rawPath) {
        Snapshot snapshot = chains.current();
        return snapshot != null
                && destination(snapshot, method(method), rawPath)
                        .chain()
                        .bounds()
                        .essential();
    }

    /** What the routes that concern a request declare about who may reach them. */
    public RouteAccess access(String method, String rawPath) {
        Snapshot snapshot = chains.current();
        if (snapshot == null || !rawPath.startsWith("/")) {
            return RouteAccess.NO_ROUTE;
        }
        try {
            String lower = method(method);
            List<RouteDeclaration> routes = snapshot.table().concerned(lower, rawPath).stream()
                    .map(index -> snapshot.routes().get(index).declaration())
                    .toList();
            return routes.size() == 1 && answers(routes.getFirst(), lower)
                    ? RouteAccess.of(routes.getFirst())
                    : agreed(routes);
        } catch (PercentCoding.Malformed unreadable) {
            return RouteAccess.NO_ROUTE;
        }
    }

    private static boolean answers(RouteDeclaration route, String method) {
        return route.method().equals(method)
                || method.equals("head") && route.method().equals("get");
    }

    /**
     * For a method that no route answers: no boundary checks a proof then, and only what is common to all is exposed.
     */
    private static RouteAccess agreed(List<RouteDeclaration> others) {
        boolean agreed =
                others.stream().map(RouteDeclaration::exposure).distinct().count() == 1;
        return agreed ? new RouteAccess(Access.OPEN, others.getFirst().exposure()) : RouteAccess.NO_ROUTE;
    }

    /**
     * A method as routes name it, in lower case. Methods are case-sensitive (RFC 9110 §9.1): one that is not all
     * capitals matches no route.
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
     * Runs a request that has pinned its chain, and passes its answer to the responder unless the request was given up
     * meanwhile. The chain stays pinned until the answer is closed or, if it was given up, until the thread returns.
     *
     * @return the reply, or null if the request was given up
     */
    @Nullable
    Reply answer(DispatchedRequest exchange, Chain chain, Supplier<Reply> run) {
        RunningRequest outer;
        try {
            outer = watch.enter(exchange);
        } catch (Throwable e) {
            chain.leave(); // for example because no thread could be started for the watch
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
            return MinimalRendering.rendered(ErrorReplies.error(
                    500, "the request could not be handled", "internal_error", "incident", incident));
        }
    }
}
