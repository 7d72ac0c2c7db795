package io.precinct.boundary.testing;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.api.format.Formatter;
import io.precinct.api.shape.Shape;
import io.precinct.boundary.enforcedenials.EnforceDenials;
import io.precinct.core.BootSettings;
import io.precinct.core.Core;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.ScenarioSource;
import io.precinct.core.api.config.VerifyPolicy;
import io.precinct.core.api.config.Yaml;
import io.precinct.core.registry.PluginSet;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The core with the real gate and whatever a test puts into its chains, without container and network. Shared by the
 * tests of the framework's own boundaries; {@code TestChain} of the test kit is made of these boundaries.
 */
public final class GateChain {
    /** A location that no test checks. */
    public static final Location NOWHERE = new Location("service.yml", 1, 1);

    private final PluginSet plugins = new PluginSet();
    private final List<RouteEntry> routes = new ArrayList<>();
    private final Map<String, Map<String, ScenarioSource>> scenarios = new LinkedHashMap<>();
    private final Core core =
            new Core(new BootSettings("1.2.3", Path.of("config"), Path.of("data"), null, false), name -> false);
    private VerifyPolicy verify = VerifyPolicy.OPEN;
    private List<Path> fixtureDirs = List.of();

    /** A chain that consists of the gate alone. */
    public GateChain() {
        plugins.boundary("enforce_denials", new EnforceDenials());
    }

    /** The core, started or not. */
    public Core core() {
        return core;
    }

    /** Deploys a boundary. */
    public GateChain boundary(String name, Boundary boundary) {
        plugins.boundary(name, boundary);
        return this;
    }

    /** Deploys a boundary of a lambda. */
    public GateChain boundary(String name, Declaration declaration, Crossed crossed) {
        return boundary(name, new Boundary() {
            @Override
            public Declaration declaration() {
                return declaration;
            }

            @Override
            public Outcome cross(Input input) throws Exception {
                return crossed.cross(input);
            }
        });
    }

    /** Deploys a boundary that writes something. */
    public GateChain boundary(String name, Crossed crossed) {
        return boundary(name, Declaration.terminal().build(), crossed);
    }

    /** Deploys a family. */
    public GateChain family(String name, BoundaryFamily family) {
        plugins.family(name, family);
        return this;
    }

    /** Deploys a formatter. */
    public GateChain formatter(String name, int order, Formatter formatter, String... mediaTypes) {
        plugins.formatter(name, order, formatter, mediaTypes);
        return this;
    }

    /** Deploys a late tag resolver. */
    public GateChain resolver(String tag, TagResolver resolver) {
        plugins.resolver(tag, true, resolver);
        return this;
    }

    /** Adds a route; its name is that of its first boundary. */
    public GateChain route(String method, String path, String... boundaries) {
        return route(boundaries[0], RouteDeclaration.of(method, path), boundaries);
    }

    /** Adds a route. */
    public GateChain route(String name, RouteDeclaration declaration, String... boundaries) {
        routes.add(new RouteEntry(name, declaration, List.of(boundaries), false, null, NOWHERE));
        return this;
    }

    /** Attaches an inline scenario to a route; {@code expected} in the data form of shapes. */
    public GateChain scenario(String route, String name, String description, Map<String, ?> expected) {
        var shape = new LinkedHashMap<String, Shape>();
        expected.forEach((field, data) -> shape.put(field, Shape.of(data)));
        return scenario(route, new ScenarioSource(name, Map.of(), new Shape.Fields(shape), description, NOWHERE));
    }

    /** Attaches a scenario that is given as a tag. */
    public GateChain scenario(String route, String name, String tag, Object argument) {
        return scenario(route, new ScenarioSource(name, new LateTag(tag, argument, NOWHERE), null, null, NOWHERE));
    }

    /** Attaches an inline scenario that contains late tags. */
    public GateChain scenarioWithTags(String route, String name, Map<String, ?> expected) {
        return scenario(route, new ScenarioSource(name, Map.of("expected", expected), null, null, NOWHERE));
    }

    private GateChain scenario(String route, ScenarioSource source) {
        scenarios.computeIfAbsent(route, r -> new LinkedHashMap<>()).put(source.name(), source);
        return this;
    }

    /** Lets the operator record into this directory. */
    public GateChain recordingInto(Path... dirs) {
        verify = new VerifyPolicy(true, null, true);
        fixtureDirs = List.of(dirs);
        return this;
    }

    /** Deploys and configures everything so far. */
    public Core start() {
        core.deployed(plugins.snapshot());
        core.configured(new Configuration(
                "test",
                Path.of("config"),
                HttpSettings.onPort(0),
                DeploySettings.watching(Path.of("boundaries")),
                routes,
                scenarios,
                Map.of(),
                fixtureDirs,
                null,
                verify,
                List.of(),
                Map.of(),
                new ShapesAsText(),
                Instant.EPOCH,
                List.of()));
        return core;
    }

    /** As {@link #start}. */
    public GateChain started() {
        start();
        return this;
    }

    /** Sends a request on a chain that was started. */
    public GateAnswer send(GateRequest request) {
        return GateAnswer.of(core.dispatch(request));
    }

    /** The behaviour of a boundary. */
    @FunctionalInterface
    public interface Crossed {
        /** As {@link Boundary#cross}. */
        Outcome cross(Input input) throws Exception;
    }

    /** A YAML writer that is complete enough to show what would be written. */
    private static final class ShapesAsText implements Yaml {
        @Override
        public Object read(Path file) throws TagException {
            throw new TagException("nothing is read here");
        }

        @Override
        public String write(Object data) {
            return String.valueOf(data);
        }
    }
}
