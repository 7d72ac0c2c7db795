package io.precinct.boundary.operations.admin;

import io.precinct.api.boundary.BadInput;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Fields;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.boundary.operations.Container;
import io.precinct.boundary.operations.health.Checked;
import io.precinct.boundary.operations.health.Health;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.launch.Launch;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;

/** The endpoints of the instance as a whole: its status, configuration and scenarios. Thread-safe. */
public final class InstanceAdmin {
    private static final int RECENT = 5;

    private final Container container;
    private final Health health;

    /** Endpoints of this container. */
    public InstanceAdmin(Container container, Health health) {
        this.container = container;
        this.health = health;
    }

    /** {@code GET /admin/status}. */
    public Outcome status(Input input) throws InterruptedException {
        return Reply.ok(Data.map(
                "service", input.runtime().service(),
                "version", input.runtime().version(),
                "pid", ProcessHandle.current().pid(),
                "uptime_seconds", Health.uptimeSeconds(),
                "features", features(),
                "listeners", container.properties(Launch.URL),
                "listener_problems", container.properties(Launch.URL_PROBLEM),
                "bundles", bundles(),
                "configuration", configuration(),
                "conflicts", container.ask(Inspection.class, Inspection::conflicts),
                "requests_in_flight", container.ask(Inspection.class, Inspection::inFlight),
                "checks", Checked.VIEW.toList(health.verdicts()),
                "deployments", recent()));
    }

    private List<String> features() {
        return Arrays.stream(container.property(Launch.FEATURES, "").split(","))
                .filter(name -> !name.isBlank())
                .toList();
    }

    private Map<String, @Nullable Object> bundles() {
        List<Bundle> all = container.bundles();
        List<BundleView> views = container.listIfThere(Deployments.class, Deployments::bundles);
        Set<Long> disabled = views.stream()
                .filter(view -> view.disabled() && view.source().equals("feature"))
                .map(BundleView::id)
                .collect(Collectors.toSet());
        List<String> notActive = all.stream()
                .filter(bundle -> bundle.getState() != Bundle.ACTIVE
                        && !disabled.contains(bundle.getBundleId())
                        && bundle.getHeaders("").get(Constants.FRAGMENT_HOST) == null)
                .map(bundle -> bundle.getSymbolicName() + " " + bundle.getVersion())
                .toList();
        List<String> disabledNames = views.stream()
                .filter(BundleView::disabled)
                .map(BundleView::bundle)
                .distinct()
                .toList();
        List<String> replaces = views.stream()
                .flatMap(view ->
                        view.replaces().stream().map(taken -> view.bundle() + " " + view.version() + " has " + taken))
                .toList();
        return Data.mapBuilder()
                .put("total", all.size())
                .put("active", all.size() - notActive.size() - disabled.size())
                .put("deployed", count(views, view -> view.origin().equals("deployed")))
                .put("not_active", notActive)
                .put("sources", sources(views))
                .put("disabled", disabledNames)
                .put("replaces", replaces)
                .build();
    }

    private static long count(List<BundleView> views, Predicate<BundleView> which) {
        return views.stream().filter(which).count();
    }

    /** The number of bundles by origin. */
    private static Map<String, @Nullable Object> sources(List<BundleView> views) {
        var sources = Data.mapBuilder();
        for (String source : List.of("feature", "command", "folder")) {
            sources.put(source, count(views, view -> view.source().equals(source)));
        }
        return sources.build();
    }

    private List<Map<String, @Nullable Object>> recent() {
        return container.listIfThere(Deployments.class, Deployments::outcomes).stream()
                .limit(RECENT)
                .map(Deployments.Outcome::toData)
                .toList();
    }

    private Map<String, @Nullable Object> configuration() {
        return container.ask(ConfigurationSource.class, source -> report(source.current(), source.problems()));
    }

    private static Map<String, @Nullable Object> report(@Nullable Configuration current, List<Problem> problems) {
        List<Problem> warnings = current == null ? List.of() : current.warnings();
        return Data.map(
                "loaded_at", current == null ? null : current.loadedAt().toString(),
                "problems", lines(problems),
                "warnings", lines(warnings));
    }

    private static List<String> lines(List<Problem> problems) {
        return problems.stream().map(Problem::line).toList();
    }

    /**
     * {@code POST /admin/reload}: reads the files now. Invalid files are answered 422, and the previous configuration
     * stays in effect.
     */
    public Outcome reload(Input input) {
        return container.ask(ConfigurationSource.class, source -> {
            List<Problem> problems = source.reload();
            Map<String, @Nullable Object> report = report(source.current(), problems);
            boolean bad = problems.stream().anyMatch(problem -> !problem.warning());
            Audit.note(input, "reloading the configuration", bad ? "refused" : "done");
            if (!bad) {
                return Reply.ok(report);
            }
            return Denial.of(422, "the configuration cannot be used; the previous one stays in effect")
                    .withAll(report);
        });
    }

    /** {@code POST /admin/scenario}. */
    public Outcome scenario(Input input) {
        Fields params = input.params();
        Map<String, @Nullable Object> values = map(params, "params");
        var headers = Data.mapBuilder();
        map(params, "headers").forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        String route = params.text("route");
        String name = params.text("scenario");
        Map<String, @Nullable Object> result = container.ask(
                Dispatcher.class, dispatcher -> dispatcher.runScenario(route, name, values, headers.build()));
        Audit.note(input, "running the scenario " + name + " of " + route, "passed: " + result.get("passed"));
        return Reply.ok(result);
    }

    private static Map<String, @Nullable Object> map(Fields params, String key) {
        Object value = params.get(key);
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?>) {
            return params.fields(key).map();
        }
        throw new BadInput("params." + key, "a map", Json.compact(value));
    }
}
