package io.precinct.core.dispatch;

import io.precinct.api.boundary.Reply;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.chain.Chain;
import io.precinct.core.chain.Chains;
import io.precinct.core.chain.Faults;
import io.precinct.core.chain.Snapshot;
import io.precinct.core.route.PercentCoding;
import io.precinct.core.route.RouteTable.Found;
import java.util.Locale;
import java.util.function.Predicate;

/** Takes a request to its chain and its reply to an answer. Thread-safe; holds no state of a request. */
public final class RequestDispatcher {
    private final Chains chains;
    private final Predicate<String> everDeployed;

    /**
     * A dispatcher over these chains.
     *
     * @param everDeployed whether a boundary of this name was deployed before
     */
    public RequestDispatcher(Chains chains, Predicate<String> everDeployed) {
        this.chains = chains;
        this.everDeployed = everDeployed;
    }

    /** Runs a request; whatever goes wrong becomes an answer. */
    public Answer dispatch(Request request) {
        long entered = System.nanoTime();
        try {
            return pinned(request, entered);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            String incident = Faults.incident(e, "the dispatcher");
            return ChainAnswer.unpinned(
                    Faults.error(500, "the request could not be handled", "internal_error", "incident", incident));
        }
    }

    private Answer pinned(Request request, long entered) {
        String method = request.method().toLowerCase(Locale.ROOT);
        while (true) {
            Snapshot snapshot = chains.current();
            if (snapshot == null) {
                return ChainAnswer.unpinned(Faults.error(503, "no configuration has been loaded yet", "not_configured")
                        .header("Retry-After", "1"));
            }
            Destination destination = destination(snapshot, method, request.rawPath());
            if (destination.chain().enter()) {
                return answered(destination, new Exchange(request, method, entered, everDeployed));
            }
            // superseded between the look-up and the pin: the next snapshot is there already
        }
    }

    private static Destination destination(Snapshot snapshot, String method, String rawPath) {
        try {
            Found found = rawPath.startsWith("/") ? snapshot.table().find(method, rawPath) : new Found.Nothing(null);
            Chain chain =
                    found instanceof Found.Route route ? snapshot.chains().get(route.index()) : snapshot.tailOnly();
            return new Destination.Reached(chain, found);
        } catch (PercentCoding.Malformed e) {
            return new Destination.Unreadable(snapshot.tailOnly(), String.valueOf(e.getMessage()));
        }
    }

    private static Answer answered(Destination destination, Exchange exchange) {
        Chain chain = destination.chain();
        try {
            Reply reply = exchange.run(destination);
            chain.figures().answered(reply.status(), exchange.elapsedNanos());
            return new ChainAnswer(reply, chain);
        } catch (RuntimeException | Error e) {
            chain.leave();
            throw e;
        }
    }
}
