package io.precinct.boundary.operations.health;

import io.precinct.api.data.Data;
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
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs health checks side by side, so that a slow one costs the others nothing, and not more often than anybody needs to
 * know: several balancers and dashboards ask one instance. Thread-safe.
 */
final class HealthChecks {
    /** Health is told within a second, so a check that takes longer is told of by what it said before. */
    private static final Duration PATIENCE = Duration.ofMillis(700);

    /** What takes longer than this is taken for down. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final ParallelCalls<HealthCheck, Verdict> asking =
            new ParallelCalls<>("health-check", HealthCheck::check, PATIENCE);

    /** Who was up just now is not asked again. */
    private static final Duration FRESH = Duration.ofMillis(200);

    /** What was last said so long ago is of nobody who is asked any more. */
    private static final Duration STALE = Duration.ofMinutes(1);

    private final Map<Key, Said> latest = new ConcurrentHashMap<>();

    /** A check, without holding it. */
    private record Key(long generation, String subject, int identity) {
        static Key of(Plugin<HealthCheck> check) {
            return new Key(check.generation().id(), check.name(), System.identityHashCode(check.service()));
        }
    }

    private record Said(Verdict verdict, long at) {
        boolean youngerThan(Duration age) {
            return System.nanoTime() - at < age.toNanos();
        }
    }

    /**
     * A check that has answered.
     *
     * @param subject what was checked
     * @param bundle symbolic name of the bundle that checks
     * @param verdict what it says
     */
    record Checked(String subject, String bundle, Verdict verdict) {
        Map<String, @Nullable Object> toData() {
            return Data.map(
                    "subject", subject,
                    "status", wireName(verdict.status()),
                    "detail", verdict.detail(),
                    "bundle", bundle,
                    "facts", verdict.facts());
        }
    }

    static String wireName(Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    List<Checked> run(List<Plugin<HealthCheck>> checks) throws InterruptedException {
        Map<Key, Verdict> fresh = new HashMap<>();
        latest.forEach((key, said) -> {
            if (said.verdict().status() == Status.UP && said.youngerThan(FRESH)) {
                fresh.put(key, said.verdict());
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
        latest.values().removeIf(said -> !said.youngerThan(STALE));
        return checked;
    }

    @SuppressWarnings("NullAway") // a plug-in may give none, whatever its contract says
    private Verdict verdict(Key key, Answer<Verdict> answer) {
        return switch (answer) {
            case Answer.Given<Verdict>(Verdict verdict)
            when verdict != null -> {
                latest.put(key, new Said(verdict, System.nanoTime()));
                yield verdict;
            }
            case Answer.Given<Verdict> _ -> Verdict.down("it gave no verdict");
            case Answer.Failed<Verdict>(Throwable cause) -> Verdict.down("it failed: " + cause);
            case Answer.Awaited<Verdict>(Duration since) -> awaited(latest.get(key), since);
        };
    }

    private static Verdict awaited(@Nullable Said before, Duration since) {
        return before != null && since.compareTo(LONGEST) < 0
                ? before.verdict()
                : Verdict.down("it has not answered for " + since.toMillis() + " ms");
    }

    static long count(List<Checked> checks, Status status) {
        return checks.stream().filter(is(status)).count();
    }

    private static Predicate<Checked> is(Status status) {
        return checked -> checked.verdict().status() == status;
    }

    static boolean allUp(List<Checked> checks) {
        return checks.stream().allMatch(is(Status.UP));
    }

    /** Down where one is down, else waiting where one is, else up. */
    static Status worst(List<Checked> checks) {
        Status worst = Status.UP;
        for (Checked checked : checks) {
            Status status = checked.verdict().status();
            worst = status.compareTo(worst) > 0 ? status : worst;
        }
        return worst;
    }

    static List<Map<String, @Nullable Object>> toData(List<Checked> checks) {
        return checks.stream().map(Checked::toData).toList();
    }
}
