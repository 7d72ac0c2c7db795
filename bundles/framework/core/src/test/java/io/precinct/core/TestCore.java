package io.precinct.core;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.RouteLimits;
import io.precinct.core.api.config.ScenarioSource;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import io.precinct.core.api.config.Yaml;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.registry.PluginSet;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A core with a gate, without a tail, and with the routes and boundaries a test gives it. */
final class TestCore implements AutoCloseable {
    final PluginSet plugins = new PluginSet();
    final Core core;
    private final List<RouteEntry> routes = new ArrayList<>();
    private final Map<String, Map<String, ScenarioSource>> scenarios = new HashMap<>();
    private final List<ArchetypeSlot> slots = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private @Nullable Boolean strictInput;
    private HttpSettings.Limits limits = HttpSettings.Limits.DEFAULTS;
    private VerifyOutput verifyOutput = VerifyOutput.LOG;

    TestCore() {
        this(null);
    }

    TestCore(@Nullable Boolean strictArgument) {
        core = new Core(
                new BootSettings("test", Path.of("config"), Path.of("data"), strictArgument, true), seen::contains);
        plugins.boundary("enforce_denials", new Gate());
    }

    TestCore route(String method, String path, String... boundaries) {
        return route(method, path, RouteLimits.NONE, boundaries);
    }

    TestCore route(String method, String path, RouteLimits limits, String... boundaries) {
        routes.add(new RouteEntry(
                boundaries[0],
                RouteDeclaration.of(method, path),
                Arrays.asList(boundaries),
                false,
                null,
                null,
                limits,
                new Location("service.yml", routes.size() + 1, 1)));
        return this;
    }

    /** Configures a route under the name of another route, which it replaces. */
    TestCore replacing(String name, RouteDeclaration declaration, String... boundaries) {
        var at = new Location("service.yml", routes.size() + 1, 1);
        routes.add(new RouteEntry(name, declaration, Arrays.asList(boundaries), false, null, at));
        return this;
    }

    /**
     * Attaches a scenario to a route.
     *
     * @param raw as in {@link ScenarioSource}
     */
    TestCore scenario(String route, String name, Object raw) {
        var source = new ScenarioSource(name, raw, null, null, new Location("service.yml", 1, 1));
        scenarios.computeIfAbsent(route, r -> new HashMap<>()).put(name, source);
        return this;
    }

    /** Configures a slot; it replaces one of the same name. */
    TestCore slot(String name, String archetype, Map<String, @Nullable Object> args) {
        slots.removeIf(slot -> slot.slot().equals(name));
        slots.add(new ArchetypeSlot(name, archetype, args, new Location("service.yml", 1, 1)));
        return this;
    }

    TestCore limits(HttpSettings.Limits next) {
        limits = next;
        return this;
    }

    TestCore strictInput(boolean strict) {
        strictInput = strict;
        return this;
    }

    TestCore verifyOutput(VerifyOutput policy) {
        verifyOutput = policy;
        return this;
    }

    TestCore boundary(String name, Boundary boundary) {
        plugins.boundary(name, boundary);
        seen.add(name);
        return this;
    }

    TestCore start() {
        core.deployed(plugins.snapshot());
        configure();
        return this;
    }

    /** Passes the present routes and settings to the core. */
    void configure() {
        core.configured(new Configuration(
                "test",
                Path.of("config"),
                new HttpSettings(0, "127.0.0.1", List.of(), List.of(), List.of(), true, true, limits),
                DeploySettings.watching(Path.of("boundaries")),
                routes,
                scenarios,
                Map.of(),
                List.of(),
                strictInput,
                VerifyPolicy.OPEN,
                verifyOutput,
                List.copyOf(slots),
                Map.of(),
                new NoYaml(),
                Instant.EPOCH,
                List.of()));
    }

    /** Sends a request and releases its chain. */
    Sent send(CoreRequest request) {
        try (Answer answer = core.dispatch(request)) {
            return new Sent(answer.status(), answer.body().payload(), answer);
        }
    }

    Sent get(String target) {
        return send(CoreRequest.of("GET", target));
    }

    @Override
    public void close() {
        core.close();
    }

    record Sent(int status, @Nullable Object payload, Answer answer) {
        @SuppressWarnings("unchecked")
        Map<String, @Nullable Object> map() {
            return (Map<String, @Nullable Object>) java.util.Objects.requireNonNull(payload);
        }
    }

    /** A boundary from a lambda. */
    static Boundary answering(Declaration declaration, Cross cross) {
        return new Boundary() {
            @Override
            public Declaration declaration() {
                return declaration;
            }

            @Override
            public Outcome cross(Input input) throws Exception {
                return cross.cross(input);
            }
        };
    }

    static Boundary answering(Cross cross) {
        return answering(Declaration.terminal().build(), cross);
    }

    interface Cross {
        Outcome cross(Input input) throws Exception;
    }

    private static final class Gate implements Boundary {
        @Override
        public Declaration declaration() {
            return Declaration.gate().build();
        }

        @Override
        public Outcome cross(Input input) {
            Denial denial = ChainContext.of(input).denial();
            return denial == null ? Reply.ok(Map.of("ok", true)) : denial;
        }
    }

    private static final class NoYaml implements Yaml {
        @Override
        public @Nullable Object read(Path file) {
            throw new AssertionError("no test of the core reads YAML");
        }

        @Override
        public String write(@Nullable Object data) {
            throw new AssertionError("no test of the core writes YAML");
        }
    }
}
