package io.precinct.core.chain;

import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Position;
import io.precinct.api.envelope.Runtime;
import io.precinct.core.api.chain.RouteInfo;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.RouteLimits;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import io.precinct.core.api.inspect.Shadowed;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.DeployedResolver;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.chain.ContributedRoutes.Contributed;
import io.precinct.core.envelope.Catalogue;
import io.precinct.core.metrics.RequestMetrics;
import io.precinct.core.route.PathPattern;
import io.precinct.core.route.RouteTable;
import io.precinct.core.watch.BoundaryGuards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Assembles a snapshot of chains from a configuration and the deployed plug-ins. For a single use. */
final class Assembler {
    private static final String GATE = "enforce_denials";

    private final Configuration configuration;
    private final PluginSnapshot plugins;
    private final Runtime runtime;
    private final boolean strictInput;
    private final RequestMetrics figures;
    private final BoundaryGuards guards;
    private final List<String> conflicts = new ArrayList<>();
    private final Map<String, Step> userSteps = new HashMap<>();

    Assembler(
            Configuration configuration,
            PluginSnapshot plugins,
            Runtime runtime,
            boolean strictInput,
            RequestMetrics figures,
            BoundaryGuards guards) {
        this.configuration = configuration;
        this.plugins = plugins;
        this.runtime = runtime;
        this.strictInput = strictInput;
        this.figures = figures;
        this.guards = guards;
    }

    /** Assembles a snapshot; reuses the route table of {@code before} if the routes are the same. */
    Snapshot assemble(@Nullable Snapshot before) {
        ChainEnvironment environment = environment();
        List<RouteSource> routes = routes();
        Snapshot lender = before != null && before.routes().equals(routes) ? before : null;
        List<Shadowed> shadowed = lender == null ? new ArrayList<>() : lender.shadowed();
        RouteTable table = lender == null ? table(routes, shadowed) : lender.table();
        var chains = new ArrayList<Chain>(routes.size());
        for (RouteSource route : routes) {
            chains.add(chain(route, environment));
        }
        shadowed.forEach(one -> conflicts.add(one.text()));
        conflicts.addAll(plugins.problems());
        return new Snapshot(
                table,
                List.copyOf(chains),
                routes,
                tailOnly(environment),
                environment,
                RouteSource.principalHeaders(routes),
                List.copyOf(shadowed),
                List.copyOf(conflicts));
    }

    private ChainEnvironment environment() {
        Catalogue catalogue = Catalogue.with(plugins.envelopeKeys(), conflicts);
        List<Step> gate = gate();
        List<Step> tail = tail();
        return new ChainEnvironment(
                configuration,
                catalogue,
                runtime,
                at(Position.FIRST).stream().map(b -> step(Step.Slot.FIRST, b)).toList(),
                gate,
                tail,
                gate.isEmpty() ? List.of(GATE) : List.of(),
                new FormatterTable(plugins.formatters().values()),
                plugins.resolvers().values().stream()
                        .filter(DeployedResolver::late)
                        .collect(Collectors.toUnmodifiableMap(DeployedResolver::tag, resolver -> resolver)),
                strictInput,
                tail.stream().anyMatch(s -> has(s.deployed, Capability.VERIFY)));
    }

    private List<DeployedBoundary> at(Position position) {
        return plugins.boundaries().values().stream()
                .filter(b -> b.declaration().position() == position)
                .toList();
    }

    private static boolean has(DeployedBoundary boundary, String capability) {
        return boundary.declaration().capabilities().contains(capability);
    }

    private List<Step> gate() {
        DeployedBoundary gate = only(PlaceConflicts.GATE, at(Position.INTERLEAVED));
        return gate == null ? List.of() : List.of(step(Step.Slot.GATE, gate));
    }

    // @req:chain-tail
    private List<Step> tail() {
        var tail = new ArrayList<Step>();
        for (String capability : PlaceConflicts.TAIL_ORDER) {
            DeployedBoundary boundary = only(
                    PlaceConflicts.tailPlace(capability),
                    at(Position.LAST).stream().filter(b -> has(b, capability)).toList());
            if (boundary != null) {
                tail.add(step(Step.Slot.TAIL, boundary));
            }
        }
        return List.copyOf(tail);
    }

    /** The boundary of a place that takes only one. If there are several, the oldest; the others are conflicts. */
    private @Nullable DeployedBoundary only(String place, List<DeployedBoundary> boundaries) {
        DeployedBoundary kept = boundaries.stream()
                .min(Comparator.comparingLong(boundary -> boundary.generation().id()))
                .orElse(null);
        for (DeployedBoundary other : boundaries) {
            if (kept != null && other != kept) {
                conflicts.add("tie for " + place + ": " + kept.name() + " of "
                        + kept.generation().bundle() + " serves, " + other.name() + " of "
                        + other.generation().bundle() + " is left out");
            }
        }
        return kept;
    }

    private Step step(Step.Slot slot, DeployedBoundary boundary) {
        return new Step(slot, boundary, figures.boundary(boundary.name()), guards.of(boundary));
    }

    /**
     * The routes of the configuration, then those that bundles contribute unless a route of that name is configured.
     */
    private List<RouteSource> routes() {
        var routes = new ArrayList<RouteSource>();
        for (RouteEntry entry : configuration.routes()) {
            VerifyPolicy verify = entry.verify() == null ? configuration.verify() : entry.verify();
            VerifyOutput output = entry.verifyOutput();
            routes.add(new RouteSource(
                    entry.name(),
                    ContributedRoutes.replacedBy(entry, plugins),
                    entry.boundaries(),
                    verify,
                    output == null ? configuration.verifyOutput() : output,
                    entry.limits(),
                    entry.at().toString(),
                    0));
        }
        for (Contributed contributed : ContributedRoutes.of(configuration, plugins)) {
            DeployedBoundary boundary = contributed.boundary();
            routes.add(new RouteSource(
                    boundary.name(),
                    contributed.route(),
                    List.of(boundary.name()),
                    configuration.verify(),
                    configuration.verifyOutput(),
                    RouteLimits.NONE,
                    contributed.bundle(),
                    boundary.generation().id()));
        }
        return List.copyOf(routes);
    }

    /**
     * The table of these routes. Of several at one place the oldest wins, so that no deployment displaces a serving
     * route.
     */
    private static RouteTable table(List<RouteSource> routes, List<Shadowed> shadowed) {
        var table = new RouteTable();
        List<Integer> oldestFirst = IntStream.range(0, routes.size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> routes.get(i).since()))
                .toList();
        for (int i : oldestFirst) {
            RouteSource route = routes.get(i);
            Integer taken = table.add(
                    route.declaration().method(),
                    PathPattern.of(route.declaration().path()),
                    i);
            if (taken != null) {
                RouteSource other = routes.get(taken);
                shadowed.add(new Shadowed(
                        route.name(),
                        other.name(),
                        "route " + route.name() + " (" + route.source() + ") is not served: route " + other.name()
                                + " ("
                                + other.source() + ") takes "
                                + other.declaration().method().toUpperCase(Locale.ROOT) + " "
                                + other.declaration().path()));
            }
        }
        return table;
    }

    private Chain chain(RouteSource route, ChainEnvironment environment) {
        Chain.Bounds bounds = bounds(route);
        var steps = new ArrayList<Step>(
                bounds.essential()
                        ? environment.first().stream().filter(Step::shipped).toList()
                        : environment.first());
        var missing = new ArrayList<String>();
        for (String name : route.boundaries()) {
            DeployedBoundary boundary = plugins.boundaries().get(name);
            if (boundary == null) {
                missing.add(name);
            } else {
                steps.add(userSteps.computeIfAbsent(name, n -> step(Step.Slot.USER, boundary)));
                steps.addAll(environment.gate());
            }
        }
        missing.addAll(environment.missing());
        steps.addAll(environment.tail());
        var info = new RouteInfo(route.name(), route.declaration(), route.boundaries());
        return new Chain(
                info,
                steps,
                missing,
                environment,
                route.verify(),
                route.verifyOutput(),
                figures.route(route.name()),
                bounds);
    }

    private Chain.Bounds bounds(RouteSource route) {
        if (route.boundaries().stream().allMatch(EssentialRoutes::contain)) {
            return new Chain.Bounds(0, 0, null, true, Long.MAX_VALUE);
        }
        int inFlight = route.limits().inFlight();
        long answerBytes = route.limits().answerBytes();
        return new Chain.Bounds(
                deadline(route).toNanos(),
                configuration.http().limits().processor().toNanos(),
                inFlight == 0 ? null : guards.places(route.name(), inFlight),
                false,
                answerBytes == 0 ? configuration.http().limits().answerBytes() : answerBytes);
    }

    /** The deadline of the route itself, else the longest that one of its boundaries declares, else the service's. */
    private Duration deadline(RouteSource route) {
        Duration own = route.limits().request();
        if (own != null) {
            return own;
        }
        return route.boundaries().stream()
                .map(plugins.boundaries()::get)
                .filter(Objects::nonNull)
                .map(boundary -> Capability.secondsOf(boundary.declaration().capabilities()))
                .filter(declared -> declared > 0)
                .max(Comparator.naturalOrder())
                .map(Duration::ofSeconds)
                .orElse(configuration.http().limits().request());
    }

    private Chain tailOnly(ChainEnvironment environment) {
        return new Chain(
                null,
                environment.tail(),
                List.of(),
                environment,
                VerifyPolicy.OPEN,
                VerifyOutput.OFF,
                figures.route(NO_ROUTE),
                Chain.Bounds.NONE);
    }

    /** The route name under which requests that match no route are counted. */
    static final String NO_ROUTE = "(none)";
}
