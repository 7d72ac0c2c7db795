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
 * everything. Other requests are refused at once: nobody queues.
 *
 * <p>Repositories share the places equally, as far as they have requests under way: with two of them each may take
 * half, with three a third. A single one may take all but a quarter, which stays for the first request to another one.
 * A repository that holds more than its share, because it was alone before, keeps what it has, but gets no more: its
 * places go to the others as its requests end. Requests over all repositories share as if they were one repository, but
 * may take all places while no single repository is searched. A client may take three quarters. Thread-safe.
 */
// @req:source-overload
public final class Admission {
    private static final int PER_PROCESSOR = 4;
    private static final int LEAST = 8;
    private static final int RETRY_SECONDS = 1;

    /** Stands for a repository in the cost of a request over all repositories. */
    public static final String ALL = "*";

    private final int most;
    private final int mostOfOne;
    private final Map<Share, Integer> taken = new HashMap<>();
    private final LongAdder refused = new LongAdder();

    private enum Kind {
        EVERYBODY,
        REPOSITORY,
        CLIENT
    }

    /** The holder of places; everybody has no name. */
    private record Share(Kind kind, @Nullable String name) {
        static final Share OF_ALL = new Share(Kind.EVERYBODY, null);
    }

    /** Four places for each processor. */
    public Admission() {
        this(Math.max(LEAST, PER_PROCESSOR * Runtime.getRuntime().availableProcessors()));
    }

    /** @param most places, at least 2 */
    Admission(int most) {
        this.most = most;
        this.mostOfOne = most * 3 / 4;
    }

    /**
     * What a request costs.
     *
     * @param cost places; 0 if it is always admitted
     * @param repository the searched one, or {@link #ALL}; null if no places are for single repositories
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
        return taken(Share.OF_ALL);
    }

    private synchronized void enter(Cost cost) {
        if (!fits(new Share(Kind.CLIENT, cost.client()), cost.cost(), mostOfOne)) {
            throw refusal(429, "too_many_requests", "this client has as many expensive requests under way as it may");
        }
        String repository = cost.repository();
        if (repository != null && !fits(new Share(Kind.REPOSITORY, repository), cost.cost(), most(repository))) {
            throw refusal(
                    503,
                    "overloaded",
                    (repository.equals(ALL) ? "the list of all repositories" : "the repository " + repository)
                            + " is being searched by as many requests as it may be");
        }
        if (!fits(Share.OF_ALL, cost.cost(), most)) {
            throw refusal(503, "overloaded", "as many expensive requests are under way as can be");
        }
        change(cost, cost.cost());
    }

    /** How many places a repository may have beside those that have some now. */
    private int most(String repository) {
        long others = taken.keySet().stream()
                .filter(share -> share.kind() == Kind.REPOSITORY && !repository.equals(share.name()))
                .count();
        if (others == 0) {
            return repository.equals(ALL) ? most : mostOfOne;
        }
        return Math.ceilDiv(most, (int) others + 1);
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
        change(Share.OF_ALL, by);
        change(new Share(Kind.CLIENT, cost.client()), by);
        if (cost.repository() != null) {
            change(new Share(Kind.REPOSITORY, cost.repository()), by);
        }
    }

    /** Changes a share; unused ones are forgotten. */
    private void change(Share share, int by) {
        taken.merge(share, by, (before, more) -> before + more == 0 ? null : before + more);
    }
}
