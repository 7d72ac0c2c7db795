package io.precinct.boundary.operations.health;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.api.envelope.Runtime;
import io.precinct.api.service.HealthCheck;
import io.precinct.boundary.operations.Container;
import io.precinct.boundary.operations.Features;
import io.precinct.boundary.operations.health.Readiness.Incomplete;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.plugin.Plugin;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of health and readiness. Health answers 200 as long as the process answers at all, with the status in
 * the body. Readiness answers 503 until everything that is configured can be served. Thread-safe.
 */
public final class Health {
    private static final String BASE = "framework";

    /**
     * The answer of {@code GET /health}.
     *
     * @param runtime the running service
     * @param checks the results of all checks
     */
    private record Report(Runtime runtime, List<Checked> checks) {
        static final View<Report> VIEW = View.<Report>object()
                .with("status", Checked.STATUS, report -> Checked.worst(report.checks))
                .with("service", Schema.text(), report -> report.runtime.service())
                .with("version", Schema.text(), report -> report.runtime.version())
                .with("uptime_seconds", Schema.integer().atLeast(0), _ -> uptimeSeconds())
                .with("counts", Checked.COUNTS, Report::checks)
                .list("checks", Checked.VIEW, Report::checks);
    }

    /** The answer of {@link #health}. */
    public static final Schema HEALTH = Report.VIEW.schema();

    /** The answer of {@link #ready} and {@link #readyFeature}. */
    public static final Schema READINESS = Readiness.VIEW.schema();

    private final Container container;
    private final Features features;
    private final HealthChecks checks = new HealthChecks();

    /** Endpoints over the health checks of this container. */
    public Health(Container container) {
        this.container = container;
        this.features = new Features(container);
    }

    /** {@code GET /health}. */
    public Outcome health(Input input) throws InterruptedException {
        return Reply.ok(Report.VIEW.toData(new Report(input.runtime(), verdicts())));
    }

    /** Seconds since this process started. */
    public static long uptimeSeconds() {
        return java.lang.management.ManagementFactory.getRuntimeMXBean().getUptime() / 1000;
    }

    /** The current results of all checks. */
    public List<Checked> verdicts() throws InterruptedException {
        return checks.run(checks());
    }

    private List<Plugin<HealthCheck>> checks() {
        return container.ask(Inspection.class, Inspection::plugins).healthChecks();
    }

    /** {@code GET /ready}. */
    public Outcome ready(Input input) throws InterruptedException {
        return answer(verdicts(), missing());
    }

    /** {@code GET /ready/:feature}. */
    public Outcome readyFeature(Input input) throws InterruptedException, IOException {
        String feature = input.params().text("feature");
        List<String> enabled = features.names();
        if (!enabled.contains(feature)) {
            return Denial.of(404, "unknown feature: " + feature).with("available", enabled);
        }
        Set<String> bundles = features.bundles(feature);
        List<Plugin<HealthCheck>> its = checks().stream()
                .filter(check -> bundles.contains(check.generation().bundle()))
                .toList();
        return answer(checks.run(its), feature.equals(BASE) ? missing() : List.of());
    }

    private Outcome answer(List<Checked> checks, List<Incomplete> missing) {
        boolean configured = container.ask(ConfigurationSource.class, source -> source.current() != null);
        boolean stopping = !container.properties(Launch.DRAINING).isEmpty();
        var readiness = new Readiness(stopping, configured, checks, missing);
        List<String> faults = readiness.faults();
        Map<String, @Nullable Object> data = Readiness.VIEW.toData(readiness);
        return faults.isEmpty()
                ? Reply.ok(data)
                : Denial.of(503, "not ready: " + String.join("; ", faults)).withAll(data);
    }

    /** Routes whose chain is not complete; those configured as optional do not count. */
    private List<Incomplete> missing() {
        Set<String> optional = new HashSet<>();
        Configuration configuration = container.askIfThere(ConfigurationSource.class, ConfigurationSource::current);
        if (configuration != null) {
            configuration.routes().stream().filter(RouteEntry::optional).forEach(route -> optional.add(route.name()));
        }
        return container.ask(Inspection.class, Inspection::routes).stream()
                .filter(route -> !route.missing().isEmpty())
                .map(route -> new Incomplete(route.name(), route.missing(), optional.contains(route.name())))
                .toList();
    }
}
