package io.precinct.core.registry;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.config.TagResolver;
import io.precinct.api.envelope.EnvelopeKeys;
import io.precinct.api.format.Formatter;
import io.precinct.api.service.Archetype;
import io.precinct.api.service.Extension;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.core.registry.Ownership.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.osgi.annotation.bundle.Requirement;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.namespace.extender.ExtenderNamespace;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what every bundle has registered, and publishes what is admitted of it as one immutable snapshot. Writers take
 * turns on a lock; readers follow one volatile reference.
 */
@Component(
        service = {Plugins.class, PluginRegistry.class},
        immediate = true)
@Requirement(namespace = ExtenderNamespace.EXTENDER_NAMESPACE, name = "osgi.component", version = "1.5.0")
public final class PluginRegistry implements Plugins {
    private static final Logger LOG = LoggerFactory.getLogger(PluginRegistry.class);

    private final ReentrantLock turn = new ReentrantLock();
    private final Map<Long, BundleRegistrations> origins = new LinkedHashMap<>();
    private final List<Consumer<PluginSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final List<LongConsumer> departures = new CopyOnWriteArrayList<>();
    private final Set<String> everDeployed = ConcurrentHashMap.newKeySet();
    private long lastGeneration;
    private volatile PluginSnapshot snapshot = PluginSnapshot.NONE;

    private final NameHolders holders = new NameHolders(origins);
    private final BundleContext context;

    /** The registry of this container. */
    @Activate
    public PluginRegistry(BundleContext context) {
        this.context = context;
    }

    @Override
    public PluginSnapshot snapshot() {
        return snapshot;
    }

    @Override
    public AutoCloseable subscribe(Consumer<PluginSnapshot> listener) {
        turn.lock();
        try {
            listeners.add(listener);
            listener.accept(snapshot);
        } finally {
            turn.unlock();
        }
        return () -> listeners.remove(listener);
    }

    /** Tells {@code listener} of a bundle whose admitted plug-ins went without being retired first. */
    public AutoCloseable onDeparture(LongConsumer listener) {
        departures.add(listener);
        return () -> departures.remove(listener);
    }

    /** True where a plug-in of this label ({@code boundary echo}) was ever in the snapshot. */
    public boolean everDeployed(String label) {
        return everDeployed.contains(label);
    }

    /**
     * What a bundle has registered so far.
     *
     * @param replacing names it may take from other bundles
     */
    public Admission.Offer offer(long bundleId, Set<String> replacing) {
        turn.lock();
        try {
            BundleRegistrations origin = origins.get(bundleId);
            var names = new LinkedHashSet<String>();
            var checks = new ArrayList<HealthCheck>();
            var problems = new ArrayList<String>();
            for (Candidate candidate : origin == null ? List.<Candidate>of() : origin.candidates) {
                names.add(candidate.label());
                if (candidate.problem() != null) {
                    problems.add(candidate.problem());
                }
                if (candidate.plugin() instanceof DescribedPlugin.OfHealth health) {
                    checks.add(health.check());
                }
            }
            List<Replacement> taken = List.of();
            if (origin != null && !origin.admitted) {
                Verdict verdict = judge(origin, replacing);
                problems.addAll(verdict.problems());
                taken = verdict.taken();
            }
            return new Admission.Offer(names, checks, problems, taken);
        } finally {
            turn.unlock();
        }
    }

    private Verdict judge(BundleRegistrations origin, Set<String> replacing) {
        var claim = new Ownership.Claim(origin.generation.bundle(), origin.names, replacing);
        return Ownership.judge(claim, holders.around(context.getBundles(), origin));
    }

    /** What a bundle has registered for domains. */
    public List<Extension> extensions(long bundleId) {
        turn.lock();
        try {
            BundleRegistrations origin = origins.get(bundleId);
            var extensions = new ArrayList<Extension>();
            for (Candidate candidate : origin == null ? List.<Candidate>of() : origin.candidates) {
                if (candidate.plugin() instanceof DescribedPlugin.OfExtension found) {
                    extensions.add(found.extension());
                }
            }
            return extensions;
        } finally {
            turn.unlock();
        }
    }

    /** Symbolic names of the bundles of which a generation is staged and not admitted yet. */
    public Set<String> staged() {
        turn.lock();
        try {
            return origins.values().stream()
                    .filter(origin -> !origin.admitted)
                    .map(origin -> origin.generation.bundle())
                    .collect(Collectors.toSet());
        } finally {
            turn.unlock();
        }
    }

    /**
     * Puts the plug-ins of a staged bundle into the snapshot, as the newest generation.
     *
     * @param replacing names it may take from other bundles
     */
    // @req:deploy-admission
    public void admit(long bundleId, Set<String> replacing) {
        change(() -> {
            BundleRegistrations origin = origins.get(bundleId);
            if (origin == null) {
                throw new IllegalStateException("bundle " + bundleId + " has registered no plug-in to admit");
            }
            origin.replaces = judge(origin, replacing).granted();
            origin.admitted = true;
            origin.retired = false;
            origin.generation = origin.generation(++lastGeneration);
        });
    }

    /** Takes the plug-ins of a bundle out of the snapshot. */
    public void retire(long bundleId) {
        change(() -> {
            BundleRegistrations origin = origins.get(bundleId);
            if (origin != null) {
                origin.retired = true;
            }
        });
    }

    /** The snapshot as it would be with a staged bundle admitted, which may take these names; for looking ahead. */
    public PluginSnapshot preview(long bundleId, Set<String> replacing) {
        turn.lock();
        try {
            BundleRegistrations origin = origins.get(bundleId);
            if (origin == null) {
                return snapshot;
            }
            Map<String, String> granted =
                    origin.admitted ? origin.replaces : judge(origin, replacing).granted();
            var sources = new ArrayList<>(sources(bundleId));
            sources.add(
                    new Snapshots.Source(origin.generation(Long.MAX_VALUE), List.copyOf(origin.candidates), granted));
            return Snapshots.of(sources, snapshot.revision());
        } finally {
            turn.unlock();
        }
    }

    /** What serves, without this bundle. */
    private List<Snapshots.Source> sources(long except) {
        var sources = new ArrayList<Snapshots.Source>();
        origins.forEach((id, origin) -> {
            if (id != except && origin.serves()) {
                sources.add(new Snapshots.Source(origin.generation, List.copyOf(origin.candidates), origin.replaces));
            }
        });
        return sources;
    }

    /**
     * Asks the services that a staged bundle has registered so far what they are; from now on they are asked as they come.
     * Runs code of the plug-in, which may hang, without holding anybody else up.
     */
    public void open(long bundleId) {
        BundleRegistrations origin;
        List<RegisteredService> arrivals;
        turn.lock();
        try {
            origin = origins.get(bundleId);
            if (origin == null || origin.open) {
                return;
            }
            origin.open = true;
            arrivals = List.copyOf(origin.arrivals);
        } finally {
            turn.unlock();
        }
        for (RegisteredService arrival : arrivals) {
            take(origin, arrival);
        }
    }

    /**
     * Only notes what a staged bundle registers: this runs in the midst of the container's telling everybody of it, and who
     * hangs there keeps all who were to be told, and their class loaders, in memory.
     */
    private <T> void added(ServiceReference<T> reference, BiFunction<T, Map<String, ?>, List<Candidate>> reader) {
        Bundle bundle = reference.getBundle();
        if (bundle == null) {
            return; // unregistered meanwhile
        }
        var arrival = new RegisteredService(reference, () -> read(reference, reader));
        BundleRegistrations origin;
        turn.lock();
        try {
            origin = origins.computeIfAbsent(bundle.getBundleId(), id -> new BundleRegistrations(bundle));
            origin.arrivals.add(arrival);
            if (!origin.open) {
                return;
            }
        } finally {
            turn.unlock();
        }
        take(origin, arrival);
    }

    private <T> List<Candidate> read(
            ServiceReference<T> reference, BiFunction<T, Map<String, ?>, List<Candidate>> reader) {
        T service = context.getService(reference);
        if (service == null) {
            LOG.warn("{} gives no instance and takes no part", reference);
            return List.of();
        }
        return reader.apply(service, properties(reference));
    }

    private void take(BundleRegistrations origin, RegisteredService arrival) {
        arrival.ask();
        change(() -> {
            if (!origin.arrivals.contains(arrival)) {
                return; // unregistered meanwhile
            }
            if (!origin.admitted && !origin.staged()) {
                origin.admitted = true;
                origin.generation = origin.generation(++lastGeneration);
            }
            origin.add(arrival.candidates());
        });
    }

    /** The container takes the instance back itself, once everybody has been told that the service goes. */
    private void removed(ServiceReference<?> reference) {
        var departed = new HashSet<Long>();
        change(() -> origins.values()
                .forEach(origin -> origin.arrivals.removeIf(arrival -> {
                    boolean gone = arrival.isOf(reference);
                    if (gone && origin.candidates.removeIf(arrival::has) && origin.serves()) {
                        departed.add(origin.bundle.getBundleId());
                    }
                    return gone;
                })));
        departed.forEach(id -> departures.forEach(listener -> listener.accept(id)));
    }

    private void change(Runnable edit) {
        turn.lock();
        try {
            edit.run();
            // Here, so that those go with the next change, too, that stopped while they registered nothing.
            origins.values().removeIf(BundleRegistrations::over);
            PluginSnapshot next = Snapshots.of(sources(-1), snapshot.revision() + 1);
            next.boundaries().keySet().forEach(name -> everDeployed.add("boundary " + name));
            snapshot = next;
            listeners.forEach(listener -> listener.accept(next));
        } finally {
            turn.unlock();
        }
    }

    private static Map<String, Object> properties(ServiceReference<?> reference) {
        var properties = new HashMap<String, Object>();
        for (String key : reference.getPropertyKeys()) {
            properties.put(key, reference.getProperty(key));
        }
        return properties;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindBoundary(ServiceReference<Boundary> reference) {
        added(reference, Candidates::boundary);
    }

    void unbindBoundary(ServiceReference<Boundary> reference) {
        removed(reference);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindFamily(ServiceReference<BoundaryFamily> reference) {
        added(reference, Candidates::family);
    }

    void unbindFamily(ServiceReference<BoundaryFamily> reference) {
        removed(reference);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindFormatter(ServiceReference<Formatter> reference) {
        added(reference, Candidates::formatter);
    }

    void unbindFormatter(ServiceReference<Formatter> reference) {
        removed(reference);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindResolver(ServiceReference<TagResolver> reference) {
        added(reference, Candidates::tag);
    }

    void unbindResolver(ServiceReference<TagResolver> reference) {
        removed(reference);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindArchetype(ServiceReference<Archetype> reference) {
        added(reference, Candidates::archetype);
    }

    void unbindArchetype(ServiceReference<Archetype> reference) {
        removed(reference);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindHealth(ServiceReference<HealthCheck> reference) {
        added(reference, (health, _) -> Candidates.health(health));
    }

    void unbindHealth(ServiceReference<HealthCheck> reference) {
        removed(reference);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindExtension(ServiceReference<Extension> reference) {
        added(reference, (extension, _) -> Candidates.extension(extension));
    }

    void unbindExtension(ServiceReference<Extension> reference) {
        removed(reference);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindKeys(ServiceReference<EnvelopeKeys> reference) {
        added(reference, (keys, _) -> Candidates.keys(keys));
    }

    void unbindKeys(ServiceReference<EnvelopeKeys> reference) {
        removed(reference);
    }
}
