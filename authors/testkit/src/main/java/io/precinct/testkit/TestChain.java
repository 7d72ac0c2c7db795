package io.precinct.testkit;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.config.TagResolver;
import io.precinct.api.data.Data;
import io.precinct.api.envelope.EnvelopeKeys;
import io.precinct.api.format.Formatter;
import io.precinct.api.service.Archetype;
import io.precinct.boundary.enforcedenials.EnforceDenials;
import io.precinct.boundary.format.Format;
import io.precinct.boundary.seal.Seal;
import io.precinct.boundary.traceemit.TraceEmit;
import io.precinct.boundary.verifyroute.VerifyRoute;
import io.precinct.config.tag.YamlDocuments;
import io.precinct.core.BootSettings;
import io.precinct.core.Core;
import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.ScenarioSource;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import io.precinct.core.registry.PluginSet;
import io.precinct.formatter.json.JsonFormatter;
import io.precinct.shapes.ExpectationReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole chain with the real gate and the real tail (verify, trace, JSON, seal) around the plug-ins under test.
 *
 * <pre>{@code
 * try (var chain = TestChain.with("greet", new Greet())
 *         .route("GET /greet/:name", "greet")
 *         .scenario("greet", "polite", Map.of("greeting", Map.of("prefix", "Hello")))
 *         .start()) {
 *     TestAnswer answer = chain.get("/greet/kim").verify("polite").send();
 *     assertEquals(200, answer.status());
 *     assertEquals("Hello kim", answer.json().get("greeting"));
 * }
 * }</pre>
 *
 * If a boundary writes a payload that does not match its output shape, a passthrough changes the payload that it was
 * given, or any of them writes a member that is reserved for the framework, the answer is 500 with the code
 * {@code output_shape} and the failures.
 *
 * <p>Set everything up, then call {@link #start}; a started chain answers requests from any thread.
 */
public final class TestChain implements AutoCloseable {
    private static final Path HERE = Path.of("").toAbsolutePath();

    private final PluginSet plugins = new PluginSet();
    private final List<RouteEntry> routes = new ArrayList<>();
    private final Map<String, Map<String, ScenarioSource>> scenarios = new LinkedHashMap<>();
    private final Map<String, Map<String, @Nullable Object>> settings = new LinkedHashMap<>();
    private final List<ArchetypeSlot> slots = new ArrayList<>();
    private @Nullable Boolean strictInput;
    private @Nullable Core core;

    private TestChain() {
        // As in its bundle, one instance is both the boundary and the member of the family that proves what it sealed.
        var seal = new Seal();
        plugins.boundary("enforce_denials", new EnforceDenials())
                .boundary("verify_route", new VerifyRoute())
                .boundary("trace_emit", new TraceEmit())
                .boundary("format", new Format())
                .boundary("seal", seal)
                .family("inspect", seal)
                .formatter("json", 0, new JsonFormatter(), "application/json", "application/problem+json");
    }

    /** A chain without plug-ins; add them with {@link #boundary} and the other methods. */
    public static TestChain empty() {
        return new TestChain();
    }

    /** A chain for one boundary. */
    public static TestChain with(String name, Boundary boundary) {
        return empty().boundary(name, boundary);
    }

    /** Adds a boundary; use the name that {@code @BoundaryName} gives it when it is deployed. */
    public TestChain boundary(String name, Boundary boundary) {
        plugins.boundary(name, boundary);
        return this;
    }

    /** Adds a family of boundaries, with the routes that it contributes. */
    public TestChain family(String name, BoundaryFamily family) {
        plugins.family(name, family);
        return this;
    }

    /** Adds a formatter, after JSON in the order of preference. */
    public TestChain formatter(String name, Formatter formatter, String... mediaTypes) {
        plugins.formatter(name, 100, formatter, mediaTypes);
        return this;
    }

    /** Adds a late tag resolver; scenarios use its tag as a {@link TestTag}. To test an early one, call it directly. */
    public TestChain lateResolver(String tag, TagResolver resolver) {
        plugins.resolver(tag, true, resolver);
        return this;
    }

    /** Sets the settings {@code resolvers.<tag>} of a resolver. */
    public TestChain settings(String tag, Map<String, ?> settings) {
        this.settings.put(tag, Data.freezeMap(settings));
        return this;
    }

    /** Adds keys to the envelope, for boundaries that stamp them. */
    public TestChain keys(EnvelopeKeys keys) {
        plugins.keys(keys);
        return this;
    }

    /** Adds an archetype and boots it into a slot of its name. */
    public TestChain archetype(String name, Archetype archetype, Map<String, ?> args) {
        plugins.archetype(name, archetype);
        slots.add(new ArchetypeSlot(name, name, Data.freezeMap(args), at(slots.size())));
        return this;
    }

    /**
     * Adds a route.
     *
     * @param route method and path, for example {@code GET /greet/:name}
     * @param boundaries names of the boundaries in the user slots; the first is also the name of the route
     */
    public TestChain route(String route, String... boundaries) {
        String[] parts = route.strip().split("\\s+", 2);
        if (parts.length != 2 || boundaries.length == 0) {
            throw new IllegalArgumentException(
                    "a route is a method and a path, and at least one boundary; got " + route);
        }
        routes.add(new RouteEntry(
                boundaries[0],
                RouteDeclaration.of(parts[0].toLowerCase(Locale.ROOT), parts[1]),
                List.of(boundaries),
                false,
                null,
                at(routes.size())));
        return this;
    }

    /**
     * Attaches a scenario to a route.
     *
     * @param expected the expected response, as it would be written in YAML; a {@link TestTag} in it is a late tag
     * @throws IllegalArgumentException if {@code expected} is not a valid shape
     */
    public TestChain scenario(String route, String name, Map<String, ?> expected) {
        var scenario = holdsTag(expected)
                ? new ScenarioSource(name, Map.of("expected", tagged(expected)), null, null, at(0))
                : known(name, expected);
        scenarios.computeIfAbsent(route, r -> new LinkedHashMap<>()).put(name, scenario);
        return this;
    }

    private static ScenarioSource known(String name, Map<String, ?> expected) {
        var faults = new ArrayList<String>();
        var shape = ExpectationReader.readFields(expected, fault -> faults.add(fault.text()));
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("scenario " + name + ": " + String.join("; ", faults));
        }
        return new ScenarioSource(name, Map.of("expected", shape), shape, null, at(0));
    }

    private static boolean holdsTag(@Nullable Object data) {
        return switch (data) {
            case TestTag _ -> true;
            case Map<?, ?> map -> map.values().stream().anyMatch(TestChain::holdsTag);
            case List<?> list -> list.stream().anyMatch(TestChain::holdsTag);
            case null, default -> false;
        };
    }

    /** The same data with its tags in the form in which a configuration holds them. */
    private static Object tagged(Object data) {
        return switch (data) {
            case TestTag tag -> new LateTag(tag.tag(), tag.argument(), at(0));
            case Map<?, ?> map -> {
                var copy = new LinkedHashMap<Object, @Nullable Object>();
                map.forEach((key, value) -> copy.put(key, value == null ? null : tagged(value)));
                yield copy;
            }
            case List<?> list -> {
                var copy = new ArrayList<@Nullable Object>();
                list.forEach(element -> copy.add(element == null ? null : tagged(element)));
                yield copy;
            }
            default -> data;
        };
    }

    /** Turns strict input on or off. */
    public TestChain strictInput(boolean strict) {
        strictInput = strict;
        return this;
    }

    /** Assembles the chain. */
    public TestChain start() {
        var boot = new BootSettings("test", HERE, HERE, strictInput, true);
        core = new Core(boot, name -> false);
        core.deployed(plugins.snapshot());
        core.configured(configuration());
        if (!core.conflicts().isEmpty()) {
            throw new IllegalStateException(String.join("; ", core.conflicts()));
        }
        return this;
    }

    private Configuration configuration() {
        return new Configuration(
                "test",
                HERE,
                HttpSettings.onPort(0),
                DeploySettings.watching(HERE),
                routes,
                scenarios,
                settings,
                List.of(),
                strictInput,
                VerifyPolicy.OPEN,
                VerifyOutput.REFUSE,
                slots,
                Map.of(),
                new YamlDocuments(),
                Instant.now(),
                List.of());
    }

    private static Location at(int line) {
        return new Location("TestChain", line + 1, 1);
    }

    /** The core behind the chain, for tests of features that this class does not cover. */
    public Core core() {
        if (core == null) {
            throw new IllegalStateException("start() the chain before sending requests");
        }
        return core;
    }

    /** A GET request. */
    public TestRequest get(String target) {
        return request("GET", target);
    }

    /** A POST request with a JSON body of plain data. */
    public TestRequest post(String target, @Nullable Object body) {
        return request("POST", target).json(body);
    }

    /** A request of any method. */
    public TestRequest request(String method, String target) {
        return new TestRequest(core(), method, target);
    }

    @Override
    public void close() {
        if (core != null) {
            core.close();
        }
    }
}
