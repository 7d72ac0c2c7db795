package io.precinct.boundary.operations.health;

import io.precinct.api.service.HealthCheck;
import io.precinct.api.service.HealthCheck.Status;
import io.precinct.api.service.HealthCheck.Verdict;
import io.precinct.boundary.operations.ParallelCalls;
import io.precinct.boundary.operations.ParallelCalls.Answer;
import io.precinct.core.api.plugin.Plugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs health checks in parallel, so that a slow one does not delay the others, and caches their results for a short
 * time, because several load balancers and dashboards may poll one instance. Thread-safe.
 */
final class HealthChecks {
    /**
     * How long to wait for a check. Health must answer within a second; a slower check counts with its previous result.
     */
    private static final Duration PATIENCE = Duration.ofMillis(700);

    /** A check that takes longer than this counts as down. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final ParallelCalls<HealthCheck, Verdict> asking =
            new ParallelCalls<>("health-check", HealthCheck::check, PATIENCE);

    /** How long a result of up is reused. */
    private static final Duration FRESH = Duration.ofMillis(200);

    /** Results older than this are removed: their checks are no longer registered. */
    private static final Duration STALE = Duration.ofMinutes(1);

    private final Map<Key, CachedVerdict> latest = new ConcurrentHashMap<>();

    /** Identifies a check without a strong reference to it. */
    private record Key(long generation, String subject, int identity) {
        static Key of(Plugin<HealthCheck> check) {
            return new Key(check.generation().id(), check.name(), System.identityHashCode(check.service()));
        }
    }

    private record CachedVerdict(Verdict verdict, long at) {
        boolean youngerThan(Duration age) {
            return System.nanoTime() - at < age.toNanos();
        }
    }

    List<Checked> run(List<Plugin<HealthCheck>> checks) throws InterruptedException {
        Map<Key, Verdict> fresh = new HashMap<>();
        latest.forEach((key, cached) -> {
            if (cached.verdict().status() == Status.UP && cached.youngerThan(FRESH)) {
                fresh.put(key, cached.verdict());
            }
        });
        List<Plugin<HealthCheck>> due = checks.stream()
                .filter(check -> !fresh.containsKey(Key.of(check)))
                .toList();
        Iterator<Answer<Verdict>> answers =
                asking.ask(due.stream().map(Plugin::service).toList()).iterator();
        List<Checked> checked = new ArrayList<>();
        for (Plugin<HealthCheck> check : checks) {
            Key key = Key.of(check);
            Verdict verdict = fresh.get(key);
            checked.add(new Checked(
                    check.name(),
                    check.generation().bundle(),
                    verdict == null ? verdict(key, answers.next()) : verdict));
        }
        latest.values().removeIf(cached -> !cached.youngerThan(STALE));
        return checked;
    }

    @SuppressWarnings("NullAway") // a plug-in may return null, whatever its contract says
    private Verdict verdict(Key key, Answer<Verdict> answer) {
        Verdict verdict;
        switch (answer) {
            case Answer.Given<Verdict>(Verdict given) ->
                verdict = given == null ? Verdict.down("it gave no verdict") : given;
            case Answer.Failed<Verdict>(Throwable cause) -> verdict = Verdict.down("it failed: " + cause);
            case Answer.Awaited<Verdict>(Duration since) -> {
                return awaited(latest.get(key), since);
            }
        }
        latest.put(key, new CachedVerdict(verdict, System.nanoTime()));
        return verdict;
    }

    private static Verdict awaited(@Nullable CachedVerdict before, Duration since) {
        return before != null && since.compareTo(LONGEST) < 0
                ? before.verdict()
                : Verdict.down("it has not answered for " + since.toMillis() + " ms");
    }
}
