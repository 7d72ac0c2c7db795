package io.precinct.boundary.operations.health;

import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.api.service.HealthCheck.Status;
import io.precinct.api.service.HealthCheck.Verdict;
import io.precinct.core.api.plugin.Plugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs health checks side by side, so that a slow one costs the others nothing. */
final class Checks {
    /** A check answers within a second; what takes longer is taken for down. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private Checks() {}

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

    static List<Checked> run(List<Plugin<HealthCheck>> checks) throws InterruptedException {
        // Never closed: that would wait for a check that hangs. Its threads end with their checks.
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            List<Future<Verdict>> verdicts = new ArrayList<>();
            for (Plugin<HealthCheck> check : checks) {
                verdicts.add(threads.submit(() -> check.service().check()));
            }
            long end = System.nanoTime() + PATIENCE.toNanos();
            List<Checked> checked = new ArrayList<>();
            for (int i = 0; i < checks.size(); i++) {
                Plugin<HealthCheck> check = checks.get(i);
                checked.add(new Checked(check.name(), check.generation().bundle(), await(verdicts.get(i), end)));
            }
            return checked;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Verdict await(Future<Verdict> future, long end) throws InterruptedException {
        try {
            Verdict verdict = future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            return verdict == null ? Verdict.down("it gave no verdict") : verdict;
        } catch (TimeoutException | CancellationException _) {
            return Verdict.down("it did not answer within " + PATIENCE.toMillis() + " ms");
        } catch (ExecutionException e) {
            return Verdict.down("it failed: " + e.getCause());
        }
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
