package io.precinct.core.dispatch;

import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.dispatch.Responder;
import io.precinct.core.api.dispatch.RouteAccess;
import io.precinct.core.chain.Chain;
import io.precinct.core.chain.Chains;
import io.precinct.core.chain.ErrorReplies;
import io.precinct.core.chain.MinimalRendering;
import io.precinct.core.chain.RouteSource;
import io.precinct.core.chain.Snapshot;
import io.precinct.core.route.RouteTable.Found;
import io.precinct.core.watch.RequestWatch;
import io.precinct.core.watch.RunningRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The part of the core that answers requests: finds the chain of a request, runs it and turns its reply into an answer,
 * supervised by a {@link RequestWatch}. Its only subclass is {@code Core}, which changes the chains as configuration and
 * plug-ins change: so the core is the dispatcher, and a listener calls it without a detour. Thread-safe; holds no state
 * of a request.
 */
public abstract class RequestDispatcher implements Dispatcher {
    /** The chains that requests are dispatched to. */
    protected final Chains chains;

    /** Supervises the requests under way. */
    protected final RequestWatch watch = new RequestWatch();

    private final Predicate<String> everDeployed;

    /**
     * A dispatcher over these chains.
     *
     * @param everDeployed whether a boundary of this name was deployed before
     */
    protected RequestDispatcher(Chains chains, Predicate<String> everDeployed) {
        this.chains = chains;
        this.everDeployed = everDeployed;
    }

    /** The chain of a request, and the result of looking up its path. */
    private record Destination(Chain chain, Found found) {}

    boolean everDeployed(String boundary) {
        return everDeployed.test(boundary);
    }

    /** Runs a request on this thread. If it is given up meanwhile, the answer is that of the watch. */
    @Override
    public final Answer dispatch(Request request) {
        var answer = new CompletableFuture<Answer>();
        dispatch(request, answer::complete);
        return answer.join();
    }

    @Override
    public final void dispatch(Request request, Responder responder) {
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
        Found found = destination.found();
        Reply reply = answer(exchange, () -> exchange.run(found));
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

    @Override
    public final boolean essential(String method, String rawPath) {
        Snapshot snapshot = chains.current();
        return snapshot != null
                && destination(snapshot, method(method), rawPath)
                        .chain()
                        .bounds()
                        .essential();
    }

    @Override
    public final RouteAccess access(String method, String rawPath) {
        String lower = method(method);
        List<RouteDeclaration> routes =
                concerned(lower, rawPath).stream().map(RouteSource::declaration).toList();
        return routes.size() == 1 && answers(routes.getFirst(), lower)
                ? RouteAccess.of(routes.getFirst())
                : agreed(routes);
    }

    @Override
    public final @Nullable String owner(String method, String rawPath) {
        List<String> owners = concerned(method(method), rawPath).stream()
                .map(route -> route.contributed() ? route.source() : "")
                .distinct()
                .toList();
        return owners.size() == 1 && !owners.getFirst().isEmpty() ? owners.getFirst() : null;
    }

    /** The route of a request; if none answers the method, those that answer the path. */
    private List<RouteSource> concerned(String method, String rawPath) {
        Snapshot snapshot = chains.current();
        if (snapshot == null || !rawPath.startsWith("/")) {
            return List.of();
        }
        try {
            return snapshot.table().concerned(method, rawPath).stream()
                    .map(index -> snapshot.routes().get(index))
                    .toList();
        } catch (PercentCoding.Malformed unreadable) {
            return List.of();
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

    @Override
    public final Set<String> principalHeaders() {
        Snapshot snapshot = chains.current();
        return snapshot == null ? Set.of() : snapshot.principalHeaders();
    }

    @Override
    public final Map<String, @Nullable Object> runScenario(
            String route,
            String scenario,
            Map<String, @Nullable Object> params,
            Map<String, @Nullable Object> headers) {
        Snapshot snapshot = chains.current();
        return snapshot == null
                ? ScenarioRun.failed(route, scenario, "no configuration is loaded")
                : new ScenarioRun(snapshot, this).run(route, scenario, params, headers);
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
        Found found = rawPath.startsWith("/") ? snapshot.table().find(method, rawPath) : new Found.Nothing(null);
        Chain chain = found instanceof Found.Route route ? snapshot.chains().get(route.index()) : snapshot.tailOnly();
        return new Destination(chain, found);
    }

    /**
     * Runs a request that has pinned its chain, and passes its answer to the responder unless the request was given up
     * meanwhile. The chain stays pinned until the answer is closed or, if it was given up, until the thread returns.
     *
     * @return the reply, or null if the request was given up
     */
    final @Nullable Reply answer(DispatchedRequest exchange, Supplier<Reply> run) {
        RunningRequest outer;
        try {
            outer = watch.enter(exchange);
        } catch (Throwable e) {
            exchange.unpin(); // for example because no thread could be started for the watch
            throw e;
        }
        try {
            Reply reply = ran(run);
            if (!exchange.answered()) {
                exchange.unpin();
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
