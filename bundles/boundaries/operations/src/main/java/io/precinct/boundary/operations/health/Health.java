package io.precinct.boundary.operations.health;

import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.api.service.HealthCheck.Status;
import io.precinct.boundary.operations.Container;
import io.precinct.boundary.operations.Features;
import io.precinct.boundary.operations.health.HealthChecks.Checked;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.Plugin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of health and readiness. Health is answered 200 as long as the process answers at all, with its status
 * in the body; readiness is 503 until all that is configured can be served. Thread-safe.
 */
public final class Health {
    private static final String BASE = "framework";

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
        List<Checked> checks = this.checks.run(checks());
        return Reply.ok(Data.map(
                "status", HealthChecks.wireName(HealthChecks.worst(checks)),
                "service", input.runtime().service(),
                "version", input.runtime().version(),
                "uptime_seconds", uptimeSeconds(),
                "counts", counts(checks),
                "checks", HealthChecks.toData(checks)));
    }

    /** Seconds since this process started. */
    public static long uptimeSeconds() {
        return java.lang.management.ManagementFactory.getRuntimeMXBean().getUptime() / 1000;
    }

    /** The current results of all checks: {@code subject, status, detail, bundle, facts}. */
    public List<Map<String, @Nullable Object>> verdicts() throws InterruptedException {
        return HealthChecks.toData(checks.run(checks()));
    }

    private static Map<String, @Nullable Object> counts(List<Checked> checks) {
        return Data.map(
                "up", HealthChecks.count(checks, Status.UP),
                "degraded", HealthChecks.count(checks, Status.DEGRADED),
                "waiting", HealthChecks.count(checks, Status.WAITING),
                "down", HealthChecks.count(checks, Status.DOWN));
    }

    private List<Plugin<HealthCheck>> checks() {
        return container.ask(Inspection.class, Inspection::plugins).healthChecks();
    }

    /** {@code GET /ready}. */
    public Outcome ready(Input input) throws InterruptedException {
        return answer(checks.run(checks()), missing());
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

    private Outcome answer(List<Checked> checks, List<Map<String, @Nullable Object>> missing) {
        boolean configured = container.ask(ConfigurationSource.class, source -> source.current() != null);
        boolean complete = missing.stream().allMatch(route -> Boolean.TRUE.equals(route.get("optional")));
        if (configured && complete && HealthChecks.allReady(checks)) {
            return Reply.ok(Data.map("ready", true, "checks", HealthChecks.toData(checks), "missing", missing));
        }
        return Denial.of(503, "not ready: " + String.join("; ", reasons(configured, checks, missing)))
                .with("ready", false)
                .with("checks", HealthChecks.toData(checks))
                .with("missing", missing);
    }

    private static List<String> reasons(
            boolean configured, List<Checked> checks, List<Map<String, @Nullable Object>> missing) {
        List<String> reasons = new ArrayList<>();
        if (!configured) {
            reasons.add("no configuration is loaded");
        }
        for (Checked check : checks) {
            if (!check.isReady()) {
                reasons.add(check.subject() + " is "
                        + HealthChecks.wireName(check.verdict().status()) + " ("
                        + check.verdict().detail() + ")");
            }
        }
        for (Map<String, @Nullable Object> route : missing) {
            if (!Boolean.TRUE.equals(route.get("optional"))) {
                reasons.add("route " + route.get("route") + " lacks " + route.get("boundaries"));
            }
        }
        return reasons;
    }

    /** Routes whose chain is not complete; those configured as optional do not count. */
    private List<Map<String, @Nullable Object>> missing() {
        Set<String> optional = new HashSet<>();
        Configuration configuration = container.askIfThere(ConfigurationSource.class, ConfigurationSource::current);
        if (configuration != null) {
            configuration.routes().stream().filter(RouteEntry::optional).forEach(route -> optional.add(route.name()));
        }
        List<Map<String, @Nullable Object>> missing = new ArrayList<>();
        for (RouteView route : container.ask(Inspection.class, Inspection::routes)) {
            if (!route.missing().isEmpty()) {
                missing.add(Data.map(
                        "route", route.name(),
                        "boundaries", route.missing(),
                        "optional", optional.contains(route.name())));
            }
        }
        return missing;
    }
}
