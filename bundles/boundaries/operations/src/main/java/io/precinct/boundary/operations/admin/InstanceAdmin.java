package io.precinct.boundary.operations.admin;

import io.precinct.api.boundary.BadInput;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Fields;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.envelope.Runtime;
import io.precinct.boundary.operations.Container;
import io.precinct.boundary.operations.health.Checked;
import io.precinct.boundary.operations.health.Health;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.launch.Launch;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The endpoints of the instance as a whole: its status, configuration and scenarios. Thread-safe. */
public final class InstanceAdmin {
    private static final int RECENT = 5;
    private static final Schema COUNT = Schema.integer().atLeast(0);
    private static final Schema LINES = Schema.list(Schema.text());

    /** The state of the configuration files. */
    private record Files(@Nullable Configuration current, List<Problem> problems, List<Problem> warnings) {
        static final View<Files> VIEW = View.<Files>object()
                .with(
                        "loaded_at",
                        Schema.text()
                                .format("date-time")
                                .example("2026-01-31T12:00:00Z")
                                .orNull(),
                        files -> files.current == null
                                ? null
                                : files.current.loadedAt().toString())
                .with("problems", LINES, files -> lines(files.problems))
                .with("warnings", LINES, files -> lines(files.warnings));

        /** The files of which a reading found these problems. */
        static Files of(ConfigurationSource source, List<Problem> found) {
            return new Files(
                    source.current(),
                    found.stream().filter(problem -> !problem.warning()).toList(),
                    source.warnings());
        }

        private static List<String> lines(List<Problem> problems) {
            return problems.stream().map(Problem::line).toList();
        }
    }

    /** The instance as a whole, with the results of its health checks. */
    private record Instance(Runtime runtime, Container container, List<Checked> checks) {
        static final View<Instance> VIEW = View.<Instance>object()
                .with("service", Schema.text(), instance -> instance.runtime.service())
                .with("version", Schema.text(), instance -> instance.runtime.version())
                .with("pid", COUNT, _ -> ProcessHandle.current().pid())
                .with("uptime_seconds", COUNT, _ -> Health.uptimeSeconds())
                .with("features", LINES, Instance::features)
                .with("listeners", LINES, instance -> instance.container.properties(Launch.URL))
                .with("listener_problems", LINES, instance -> instance.container.properties(Launch.URL_PROBLEM))
                .with("alarms", LINES, instance -> Checked.alarms(instance.checks))
                .with("bundles", BundleFigures.VIEW, Instance::bundles)
                .with("configuration", Files.VIEW, Instance::files)
                .with("conflicts", LINES, instance -> instance.inspect(Inspection::conflicts))
                .with("requests_in_flight", COUNT, instance -> instance.inspect(Inspection::inFlight))
                .list("checks", Checked.VIEW, Instance::checks)
                .list("deployments", Deployments.Outcome.VIEW, Instance::recent)
                .open();

        private List<String> features() {
            return Arrays.stream(container.property(Launch.FEATURES, "").split(","))
                    .filter(name -> !name.isBlank())
                    .toList();
        }

        private BundleFigures bundles() {
            return new BundleFigures(
                    container.bundles(), container.listIfThere(Deployments.class, Deployments::bundles));
        }

        private Files files() {
            return container.ask(ConfigurationSource.class, source -> Files.of(source, source.problems()));
        }

        private <R> R inspect(Function<Inspection, R> question) {
            return container.ask(Inspection.class, question);
        }

        private List<Deployments.Outcome> recent() {
            return container.listIfThere(Deployments.class, Deployments::outcomes).stream()
                    .limit(RECENT)
                    .toList();
        }
    }

    /** The answer of {@link #status}. */
    public static final Schema STATUS = Instance.VIEW.schema();

    /** The answer of {@link #reload}. */
    public static final Schema FILES = Files.VIEW.schema();

    private final Container container;
    private final Health health;

    /** Endpoints of this container. */
    public InstanceAdmin(Container container, Health health) {
        this.container = container;
        this.health = health;
    }

    /** {@code GET /admin/status}. */
    public Outcome status(Input input) throws InterruptedException {
        return Reply.ok(Instance.VIEW.toData(new Instance(input.runtime(), container, health.verdicts())));
    }

    /**
     * {@code POST /admin/reload}: reads the files now. Invalid files are answered 422, and the previous configuration
     * stays in effect.
     */
    public Outcome reload(Input input) {
        return container.ask(ConfigurationSource.class, source -> {
            Files files = Files.of(source, source.reload());
            Map<String, @Nullable Object> report = Files.VIEW.toData(files);
            boolean bad = !files.problems.isEmpty();
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
