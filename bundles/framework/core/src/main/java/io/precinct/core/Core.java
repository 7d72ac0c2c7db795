package io.precinct.core;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.api.envelope.EnvelopeCatalogue;
import io.precinct.api.envelope.Runtime;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Request;
import io.precinct.core.api.dispatch.Responder;
import io.precinct.core.api.dispatch.RouteAccess;
import io.precinct.core.api.inspect.Guarded;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.inspect.Overstay;
import io.precinct.core.api.inspect.RouteMatch;
import io.precinct.core.api.inspect.Shadowed;
import io.precinct.core.api.inspect.Traffic;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.thread.ThreadContainment;
import io.precinct.core.boot.ArchetypeSlots;
import io.precinct.core.chain.Chains;
import io.precinct.core.chain.ContributedRoutes;
import io.precinct.core.chain.RouteSource;
import io.precinct.core.chain.Snapshot;
import io.precinct.core.dispatch.DispatchedRequest;
import io.precinct.core.dispatch.ScenarioRun;
import io.precinct.core.envelope.Catalogue;
import io.precinct.core.watch.RequestWatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The core without a container. It receives configurations and deployed plug-ins, and answers requests on the chains
 * that result from them; {@link DispatchedRequest} shows the order of the steps. The test kit uses this class directly;
 * in a container it is a {@link CoreComponent}, so that a listener calls it directly. Thread-safe; holds no state of a
 * request.
 */
public sealed class Core implements Dispatcher, Inspection, MetricSource, AutoCloseable permits CoreComponent {
    private final Chains chains;
    private final RequestWatch watch = new RequestWatch();
    private final Predicate<String> everDeployed;
    private final BootSettings boot;
    private final CoreRuntime runtime = new CoreRuntime();
    private final ArchetypeSlots slots;
    private volatile PluginSnapshot plugins = PluginSnapshot.NONE;

    /**
     * A core without configuration; it answers 503 until it gets one.
     *
     * @param everDeployed whether a boundary of this name was deployed before
     */
    public Core(BootSettings boot, Predicate<String> everDeployed) {
        this.chains = new Chains(boot.strictInput());
        this.everDeployed = everDeployed;
        this.boot = boot;
        this.slots = new ArchetypeSlots(runtime, boot.configDir());
    }

    /** Sets the configuration; requests that enter from now on run under it. */
    public void configured(Configuration configuration) {
        runtime.service = configuration.service();
        chains.configured(configuration, runtime);
        if (boot.archetypes()) {
            slots.configured(configuration.archetypes());
        }
    }

    /** Sets the deployed plug-ins; requests that enter from now on run on them. */
    public void deployed(PluginSnapshot snapshot) {
        plugins = snapshot;
        chains.deployed(snapshot, runtime);
        if (boot.archetypes()) {
            slots.deployed(snapshot.archetypes());
        }
    }

    /**
     * The conflicts between the routes that a staged bundle contributes and the routes of others, as human-readable
     * sentences.
     *
     * @param preview the snapshot that would be deployed with the bundle
     * @param replaced symbolic names of other bundles that are about to be replaced
     */
    public List<String> routeConflicts(PluginSnapshot preview, long bundleId, Set<String> replaced) {
        Snapshot now = chains.current();
        return ContributedRoutes.conflicts(
                now == null ? null : now.environment().configuration(), preview, bundleId, replaced);
    }

    /**
     * Completes once all plug-ins of this bundle are in use; exceptionally, with a human-readable message, if one of
     * its archetypes did not boot. The bundle must be deployed already. If the bundle has no archetypes, this does not
     * wait for the boot of other archetypes.
     */
    public CompletionStage<Void> takenUp(long bundleId) {
        boolean boots = plugins.archetypes().values().stream()
                .anyMatch(archetype -> archetype.generation().bundleId() == bundleId);
        return boots ? slots.booted(bundleId) : CompletableFuture.completedFuture(null);
    }

    /** Completes once no request and no slot uses this bundle, which must have been retired already. */
    public CompletionStage<Void> drained(long bundleId) {
        return chains.drained(bundleId).thenCombine(slots.settled(), (requests, archetypes) -> null);
    }

    /**
     * Ends the requests on chains that use this bundle, which must have been retired already: they are answered 503 and
     * their threads interrupted.
     */
    public void interrupt(long bundleId) {
        watch.retire(bundleId);
    }

    /** Sets the containment for the threads of requests from now on. */
    public void containedBy(ThreadContainment containment) {
        watch.containedBy(containment);
    }

    /** Runs a request on this thread. If the request is given up meanwhile, returns the answer of the watch. */
    @Override
    public Answer dispatch(Request request) {
        var answer = new CompletableFuture<Answer>();
        dispatch(request, answer::complete);
        return answer.join();
    }

    @Override
    public void dispatch(Request request, Responder responder) {
        DispatchedRequest.serve(request, responder, chains, watch, everDeployed);
    }

    @Override
    public boolean essential(String method, String rawPath) {
        Snapshot snapshot = chains.current();
        return snapshot != null
                && snapshot.destination(DispatchedRequest.spelled(method), rawPath)
                        .chain()
                        .bounds()
                        .essential();
    }

    @Override
    public RouteAccess access(String method, String rawPath) {
        String lower = DispatchedRequest.spelled(method);
        List<RouteDeclaration> routes =
                concerned(lower, rawPath).stream().map(RouteSource::declaration).toList();
        return routes.size() == 1 && answers(routes.getFirst(), lower)
                ? RouteAccess.of(routes.getFirst())
                : agreed(routes);
    }

    @Override
    public boolean refusesForeignPages(String method, String rawPath) {
        return concerned(DispatchedRequest.spelled(method), rawPath).stream()
                .anyMatch(route -> route.declaration().refusesForeignPages());
    }

    @Override
    public @Nullable String owner(String method, String rawPath) {
        List<String> owners = concerned(DispatchedRequest.spelled(method), rawPath).stream()
                .map(route -> route.contributed() ? route.source() : "")
                .distinct()
                .toList();
        return owners.size() == 1 && !owners.getFirst().isEmpty() ? owners.getFirst() : null;
    }

    /** The route of a request; if no route answers the method, the routes that answer the path. */
    private List<RouteSource> concerned(String method, String rawPath) {
        Snapshot snapshot = chains.current();
        if (snapshot == null || !rawPath.startsWith("/")) {
            return List.of();
        }
        try {
            return snapshot.table().concerned(method, rawPath).stream()
                    .map(index -> snapshot.routes().get(index))
                    .toList();
        } catch (PercentCoding.Malformed unreadable) {
            return List.of();
        }
    }

    private static boolean answers(RouteDeclaration route, String method) {
        return route.method().equals(method)
                || method.equals("head") && route.method().equals("get");
    }

    /**
     * The access for a method that no route of a path answers. No boundary checks a proof then, and the exposure is
     * that of the routes only if all of them agree.
     */
    private static RouteAccess agreed(List<RouteDeclaration> others) {
        boolean agreed =
                others.stream().map(RouteDeclaration::exposure).distinct().count() == 1;
        return agreed ? new RouteAccess(Access.OPEN, others.getFirst().exposure()) : RouteAccess.NO_ROUTE;
    }

    @Override
    public Set<String> principalHeaders() {
        Snapshot snapshot = chains.current();
        return snapshot == null ? Set.of() : snapshot.principalHeaders();
    }

    @Override
    public Map<String, @Nullable Object> runScenario(
            String route,
            String scenario,
            Map<String, @Nullable Object> params,
            Map<String, @Nullable Object> headers) {
        Snapshot snapshot = chains.current();
        return snapshot == null
                ? ScenarioRun.failed(route, scenario, "no configuration is loaded")
                : new ScenarioRun(snapshot, this).run(route, scenario, params, headers);
    }

    @Override
    public List<RouteView> routes() {
        Snapshot snapshot = chains.current();
        return snapshot == null ? List.of() : snapshot.views();
    }

    @Override
    public PluginSnapshot plugins() {
        return plugins;
    }

    @Override
    public EnvelopeCatalogue catalogue() {
        return runtime.catalogue();
    }

    @Override
    public boolean strictInput() {
        Snapshot snapshot = chains.current();
        return snapshot != null && snapshot.environment().strictInput();
    }

    @Override
    public List<String> conflicts() {
        Snapshot snapshot = chains.current();
        var conflicts = new ArrayList<>(snapshot == null ? List.<String>of() : snapshot.conflicts());
        conflicts.addAll(slots.problems());
        return List.copyOf(conflicts);
    }

    @Override
    public List<Shadowed> shadowed() {
        Snapshot snapshot = chains.current();
        return snapshot == null ? List.of() : snapshot.shadowed();
    }

    @Override
    public RouteMatch match(String method, String rawPath) {
        Snapshot snapshot = chains.current();
        return snapshot == null ? RouteMatch.NONE : snapshot.match(method, rawPath);
    }

    @Override
    public List<Guarded> guarded() {
        return chains.guards().view();
    }

    @Override
    public List<Overstay> overstays() {
        return watch.overstays();
    }

    @Override
    public long inFlight() {
        return chains.inFlight();
    }

    @Override
    public Traffic traffic() {
        return chains.traffic();
    }

    @Override
    public List<Family> collect() {
        return chains.collect();
    }

    /** Stops the archetypes, in reverse order of their boot. */
    @Override
    public void close() {
        slots.close();
        watch.close();
    }

    /** The runtime that boundaries see. */
    private final class CoreRuntime implements Runtime {
        private volatile String service = "precinct";

        @Override
        public String service() {
            return service;
        }

        @Override
        public String version() {
            return boot.version();
        }

        @Override
        public EnvelopeCatalogue catalogue() {
            Snapshot snapshot = chains.current();
            return snapshot == null
                    ? Catalogue.STANDARD
                    : snapshot.environment().catalogue();
        }

        @Override
        public Path configDir() {
            return boot.configDir();
        }

        @Override
        public Path dataDir() {
            return boot.dataDir();
        }
    }
}
