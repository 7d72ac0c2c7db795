package io.precinct.deploy;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.service.Archetype;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.plugin.Plugins;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * A small registry with the same contract as the core's: it tracks services, admits bundles by number, and counts
 * requests in flight.
 */
public final class TestRegistry implements Admission, Plugins, ServiceTrackerCustomizer<Object, Object> {
    private final Map<ServiceReference<?>, Object> services = new LinkedHashMap<>();
    private final Map<Long, Long> admitted = new HashMap<>();
    private final Set<Long> retired = new LinkedHashSet<>();
    private final Set<Long> interrupted = new LinkedHashSet<>();
    private final Map<Long, Integer> inFlight = new HashMap<>();
    private final Map<Long, CompletableFuture<Void>> drained = new HashMap<>();
    private final BundleContext context;
    private long generations;
    public String problem;

    TestRegistry(BundleContext context) throws Exception {
        this.context = context;
        String filter = "(|(objectClass=" + Boundary.class.getName() + ")(objectClass=" + HealthCheck.class.getName()
                + ")(objectClass=" + Archetype.class.getName() + "))";
        new ServiceTracker<>(context, context.createFilter(filter), this).open(true);
    }

    @Override
    public Object addingService(ServiceReference<Object> reference) {
        Object service = context.getService(reference);
        if (service != null) {
            add(reference, service);
        }
        return service;
    }

    private synchronized void add(ServiceReference<?> reference, Object service) {
        services.put(reference, service);
        Bundle bundle = reference.getBundle();
        if (!bundle.getLocation().startsWith(STAGED)) {
            admitted.computeIfAbsent(bundle.getBundleId(), _ -> ++generations);
        }
    }

    @Override
    public void modifiedService(ServiceReference<Object> reference, Object service) {}

    @Override
    public synchronized void removedService(ServiceReference<Object> reference, Object service) {
        services.remove(reference);
        Bundle bundle = reference.getBundle();
        if (bundle != null && !bundle.getLocation().startsWith(STAGED)) {
            // Like a bundle of the distribution that was stopped: once started again, it is admitted again.
            admitted.remove(bundle.getBundleId());
            retired.remove(bundle.getBundleId());
        }
        context.ungetService(reference);
    }

    private static String label(ServiceReference<?> reference, Object service) {
        return switch (service) {
            case Boundary _ -> "boundary " + reference.getProperty("precinct.boundary.name");
            case Archetype _ -> "archetype " + reference.getProperty("precinct.archetype.name");
            case HealthCheck check -> "health " + check.subject();
            default -> throw new IllegalStateException("tracked by mistake: " + service);
        };
    }

    @Override
    public List<String> objections(long bundleId) {
        return List.of();
    }

    @Override
    public void open(long bundleId) {
        // It needs no notice, as it asks each service when the service comes.
    }

    @Override
    public synchronized Offer offer(long bundleId, Set<String> replacing) {
        Set<String> names = new LinkedHashSet<>();
        List<HealthCheck> checks = new ArrayList<>();
        services.forEach((reference, service) -> {
            if (reference.getBundle() != null && reference.getBundle().getBundleId() == bundleId) {
                names.add(label(reference, service));
                if (service instanceof HealthCheck check) {
                    checks.add(check);
                }
            }
        });
        boolean applies = problem != null && !names.isEmpty() && !admitted.containsKey(bundleId);
        return new Offer(names, checks, applies ? List.of(problem) : List.of());
    }

    @Override
    public synchronized CompletionStage<Void> admit(long bundleId, Set<String> replacing) {
        admitted.put(bundleId, ++generations);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletionStage<Void> retire(long bundleId) {
        retired.add(bundleId);
        var done = new CompletableFuture<Void>();
        if (inFlight.getOrDefault(bundleId, 0) == 0) {
            done.complete(null);
        } else {
            drained.put(bundleId, done);
        }
        return done;
    }

    @Override
    public synchronized void interrupt(long bundleId) {
        interrupted.add(bundleId);
    }

    /** The bundles whose requests were given up. */
    public synchronized Set<Long> interrupted() {
        return Set.copyOf(interrupted);
    }

    /** A request that holds the generation it began with until it is closed. */
    public final class Request implements AutoCloseable {
        private final Boundary boundary;
        private final long bundleId;

        private Request(Boundary boundary, long bundleId) {
            this.boundary = boundary;
            this.bundleId = bundleId;
        }

        public Object answer() throws Exception {
            Outcome outcome = boundary.cross(null);
            return ((io.precinct.api.boundary.Reply) outcome).payload();
        }

        @Override
        public void close() {
            synchronized (TestRegistry.this) {
                if (inFlight.merge(bundleId, -1, Integer::sum) == 0 && drained.containsKey(bundleId)) {
                    drained.remove(bundleId).complete(null);
                }
            }
        }
    }

    /** Begins a request on a boundary; null if none of this name serves. */
    public synchronized Request begin(String boundary) {
        Request[] newest = new Request[1];
        long[] best = {-1};
        services.forEach((reference, service) -> {
            long id = reference.getBundle() == null ? -1 : reference.getBundle().getBundleId();
            Long generation = retired.contains(id) ? null : admitted.get(id);
            if (generation != null
                    && generation > best[0]
                    && label(reference, service).equals("boundary " + boundary)) {
                best[0] = generation;
                newest[0] = new Request((Boundary) service, id);
            }
        });
        if (newest[0] != null) {
            inFlight.merge(newest[0].bundleId, 1, Integer::sum);
        }
        return newest[0];
    }

    /** What a boundary answers now; null if none of this name serves. */
    public Object ask(String boundary) {
        try (Request request = begin(boundary)) {
            return request == null ? null : request.answer();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public synchronized PluginSnapshot snapshot() {
        Map<String, Plugin<Archetype>> archetypes = new HashMap<>();
        services.forEach((reference, service) -> {
            Bundle bundle = reference.getBundle();
            if (service instanceof Archetype archetype
                    && bundle != null
                    && admitted.containsKey(bundle.getBundleId())) {
                String name = (String) reference.getProperty("precinct.archetype.name");
                archetypes.put(
                        name,
                        new Plugin<>(
                                name,
                                archetype,
                                new Generation(
                                        admitted.get(bundle.getBundleId()),
                                        bundle.getBundleId(),
                                        bundle.getSymbolicName(),
                                        bundle.getVersion().toString(),
                                        bundle.getLocation())));
            }
        });
        return new PluginSnapshot(
                generations, Map.of(), Map.of(), Map.of(), archetypes, List.of(), List.of(), List.of());
    }

    @Override
    public AutoCloseable subscribe(Consumer<PluginSnapshot> listener) {
        listener.accept(snapshot());
        return () -> {};
    }
}
