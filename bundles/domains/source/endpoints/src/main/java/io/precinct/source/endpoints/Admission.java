package io.precinct.source.endpoints;

import io.precinct.api.boundary.Input;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.rest.api.Principal;
import io.precinct.source.api.SourceFault;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits expensive requests up to a bound on their total cost, of which no repository and no client may take
 * everything. Other requests are refused at once: nobody queues. Thread-safe.
 */
// @req:source-overload
public final class Admission {
    private static final int PER_PROCESSOR = 4;
    private static final int LEAST = 8;
    private static final int RETRY_SECONDS = 1;

    private final int most;
    private final int mostOfRepository;
    private final int mostOfClient;
    private final Map<Share, Integer> taken = new HashMap<>();
    private final LongAdder refused = new LongAdder();

    /** The holder of a share: everybody (without a name), a repository or a client. */
    private record Share(String kind, @Nullable String name) {}

    /** Four places for each processor. */
    public Admission() {
        this(Math.max(LEAST, PER_PROCESSOR * Runtime.getRuntime().availableProcessors()));
    }

    /**
     * Half of the places for a repository, three quarters for a client.
     *
     * @param most places, at least 2
     */
    Admission(int most) {
        this.most = most;
        this.mostOfRepository = most / 2;
        this.mostOfClient = most * 3 / 4;
    }

    /**
     * What a request costs.
     *
     * @param cost places; 0 if it is always admitted
     * @param repository the searched one, or null for several
     * @param client the caller, as {@link Admission#client} tells
     */
    public record Cost(int cost, @Nullable String repository, String client) {}

    /** The caller: the user that the listener knows, or the address. */
    public static String client(Input input) {
        String user = Principal.authenticated(input);
        if (user != null) {
            return "user " + user;
        }
        return input.context() instanceof ChainContext chain ? chain.caller().address() : "";
    }

    /**
     * Does work if it is admitted.
     *
     * @throws SourceFault 503 {@code overloaded} if there is no place for it, or not in this repository; 429
     *     {@code too_many_requests} if the client has its share; both say when to try again
     */
    public <T> T during(Cost cost, Supplier<T> work) {
        if (cost.cost() == 0) {
            return work.get();
        }
        enter(cost);
        try {
            return work.get();
        } finally {
            leave(cost);
        }
    }

    /** Requests that were refused. */
    long refused() {
        return refused.sum();
    }

    /** Places that are taken. */
    synchronized int taken() {
        return taken(new Share("all", null));
    }

    private synchronized void enter(Cost cost) {
        Share client = new Share("client", cost.client());
        if (!fits(client, cost.cost(), mostOfClient)) {
            throw refusal(429, "too_many_requests", "this client has as many expensive requests under way as it may");
        }
        if (cost.repository() != null
                && !fits(new Share("repository", cost.repository()), cost.cost(), mostOfRepository)) {
            throw refusal(
                    503,
                    "overloaded",
                    "the repository " + cost.repository() + " is being searched by as many requests as it may be");
        }
        if (!fits(new Share("all", null), cost.cost(), most)) {
            throw refusal(503, "overloaded", "as many expensive requests are under way as can be");
        }
        change(cost, cost.cost());
    }

    private SourceFault refusal(int status, String code, String why) {
        refused.increment();
        return SourceFault.of(status, code, why + "; try again soon", "retry_after", RETRY_SECONDS);
    }

    private synchronized void leave(Cost cost) {
        change(cost, -cost.cost());
    }

    /** Whether a cost fits into a share; one larger than the share is admitted alone. */
    private boolean fits(Share share, int cost, int limit) {
        int now = taken(share);
        return now == 0 || now + cost <= limit;
    }

    private int taken(Share share) {
        return taken.getOrDefault(share, 0);
    }

    private void change(Cost cost, int by) {
        change(new Share("all", null), by);
        change(new Share("client", cost.client()), by);
        if (cost.repository() != null) {
            change(new Share("repository", cost.repository()), by);
        }
    }

    /** Changes a share; unused ones are forgotten. */
    private void change(Share share, int by) {
        taken.merge(share, by, (before, more) -> before + more == 0 ? null : before + more);
    }
}
