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
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.plugin.Plugins;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.osgi.annotation.bundle.Requirement;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.namespace.extender.ExtenderNamespace;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Keeps what every bundle has registered, and publishes what is admitted of it as one immutable snapshot. Writers take
 * turns on a lock; readers follow one volatile reference.
 */
@Component(
        service = {Plugins.class, PluginRegistry.class},
        immediate = true)
@Requirement(namespace = ExtenderNamespace.EXTENDER_NAMESPACE, name = "osgi.component", version = "1.5.0")
public final class PluginRegistry implements Plugins {
    private final ReentrantLock turn = new ReentrantLock();
    private final Map<Long, Origin> origins = new LinkedHashMap<>();
    private final List<Consumer<PluginSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final List<LongConsumer> departures = new CopyOnWriteArrayList<>();
    private final Set<String> everDeployed = ConcurrentHashMap.newKeySet();
    private long lastGeneration;
    private volatile PluginSnapshot snapshot = PluginSnapshot.NONE;

    /** What one bundle has registered. Guarded by {@code turn}. */
    private static final class Origin {
        final Bundle bundle;
        final List<Candidate> candidates = new ArrayList<>();
        boolean admitted;
        boolean retired;
        Generation generation;

        Origin(Bundle bundle) {
            this.bundle = bundle;
            this.generation = generation(0);
        }

        /**
         * Whether nothing of it needs to be remembered. A bundle that runs stays admitted, or retired, while it registers
         * nothing: Declarative Services take a component down and up again where a service that it refers to is replaced,
         * and nobody would admit or retire it a second time.
         */
        boolean over() {
            return candidates.isEmpty() && !(admitted && running());
        }

        private boolean running() {
            return (bundle.getState() & (Bundle.STARTING | Bundle.ACTIVE)) != 0;
        }

        Generation generation(long id) {
            return new Generation(
                    id,
                    bundle.getBundleId(),
                    String.valueOf(bundle.getSymbolicName()),
                    bundle.getVersion().toString(),
                    bundle.getLocation());
        }
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

    /** What a bundle has registered so far. */
    public Admission.Offer offer(long bundleId) {
        turn.lock();
        try {
            Origin origin = origins.get(bundleId);
            var names = new LinkedHashSet<String>();
            var checks = new ArrayList<HealthCheck>();
            var problems = new ArrayList<String>();
            for (Candidate candidate : origin == null ? List.<Candidate>of() : origin.candidates) {
                names.add(candidate.label());
                if (candidate.problem() != null) {
                    problems.add(candidate.problem());
                }
                if (candidate.plugin() instanceof Plug.OfHealth health) {
                    checks.add(health.check());
                }
            }
            return new Admission.Offer(names, checks, problems);
        } finally {
            turn.unlock();
        }
    }

    /** What a bundle has registered for domains. */
    public List<Extension> extensions(long bundleId) {
        turn.lock();
        try {
            Origin origin = origins.get(bundleId);
            var extensions = new ArrayList<Extension>();
            for (Candidate candidate : origin == null ? List.<Candidate>of() : origin.candidates) {
                if (candidate.plugin() instanceof Plug.OfExtension found) {
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

    /** Puts the plug-ins of a staged bundle into the snapshot, as the newest generation. */
    // @req:deploy-admission
    public void admit(long bundleId) {
        change(() -> {
            Origin origin = origins.get(bundleId);
            if (origin == null) {
                throw new IllegalStateException("bundle " + bundleId + " has registered no plug-in to admit");
            }
            origin.admitted = true;
            origin.retired = false;
            origin.generation = origin.generation(++lastGeneration);
        });
    }

    /** Takes the plug-ins of a bundle out of the snapshot. */
    public void retire(long bundleId) {
        change(() -> {
            Origin origin = origins.get(bundleId);
            if (origin != null) {
                origin.retired = true;
            }
        });
    }

    /** The snapshot as it would be with a staged bundle admitted; for looking ahead. */
    public PluginSnapshot preview(long bundleId) {
        turn.lock();
        try {
            Origin origin = origins.get(bundleId);
            if (origin == null) {
                return snapshot;
            }
            return Snapshots.of(origins(bundleId, origin.generation(Long.MAX_VALUE)), snapshot.revision());
        } finally {
            turn.unlock();
        }
    }

    private List<Snapshots.Source> origins(long previewed, Generation as) {
        var sources = new ArrayList<Snapshots.Source>();
        origins.forEach((id, origin) -> {
            if (id == previewed) {
                sources.add(new Snapshots.Source(as, List.copyOf(origin.candidates)));
            } else if (origin.admitted && !origin.retired) {
                sources.add(new Snapshots.Source(origin.generation, List.copyOf(origin.candidates)));
            }
        });
        return sources;
    }

    private void added(ServiceReference<?> reference, List<Candidate> candidates) {
        change(() -> {
            Bundle bundle = reference.getBundle();
            if (bundle == null) {
                return; // unregistered meanwhile
            }
            Origin origin = origins.computeIfAbsent(bundle.getBundleId(), id -> new Origin(bundle));
            if (!origin.admitted && !bundle.getLocation().startsWith(Admission.STAGED)) {
                origin.admitted = true;
                origin.generation = origin.generation(++lastGeneration);
            }
            origin.candidates.addAll(candidates);
        });
    }

    private void removed(ServiceReference<?> reference, Object service) {
        var departed = new HashMap<Long, Boolean>();
        change(() -> origins.values().forEach(origin -> {
            if (origin.candidates.removeIf(candidate -> candidate.service() == service)
                    && origin.admitted
                    && !origin.retired) {
                departed.put(origin.bundle.getBundleId(), true);
            }
        }));
        departed.keySet().forEach(id -> departures.forEach(listener -> listener.accept(id)));
    }

    private void change(Runnable edit) {
        turn.lock();
        try {
            edit.run();
            // Here, so that those go with the next change, too, that stopped while they registered nothing.
            origins.values().removeIf(Origin::over);
            PluginSnapshot next = Snapshots.of(origins(-1, NOBODY), snapshot.revision() + 1);
            next.boundaries().keySet().forEach(name -> everDeployed.add("boundary " + name));
            snapshot = next;
            listeners.forEach(listener -> listener.accept(next));
        } finally {
            turn.unlock();
        }
    }

    private static final Generation NOBODY = new Generation(0, -1, "", "", "");

    private static Map<String, Object> properties(ServiceReference<?> reference) {
        var properties = new HashMap<String, Object>();
        for (String key : reference.getPropertyKeys()) {
            properties.put(key, reference.getProperty(key));
        }
        return properties;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindBoundary(ServiceReference<Boundary> reference, Boundary boundary) {
        added(reference, Candidates.boundary(boundary, properties(reference)));
    }

    void unbindBoundary(ServiceReference<Boundary> reference, Boundary boundary) {
        removed(reference, boundary);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindFamily(ServiceReference<BoundaryFamily> reference, BoundaryFamily family) {
        added(reference, Candidates.family(family, properties(reference)));
    }

    void unbindFamily(ServiceReference<BoundaryFamily> reference, BoundaryFamily family) {
        removed(reference, family);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindFormatter(ServiceReference<Formatter> reference, Formatter formatter) {
        added(reference, Candidates.formatter(formatter, properties(reference)));
    }

    void unbindFormatter(ServiceReference<Formatter> reference, Formatter formatter) {
        removed(reference, formatter);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindResolver(ServiceReference<TagResolver> reference, TagResolver resolver) {
        added(reference, Candidates.tag(resolver, properties(reference)));
    }

    void unbindResolver(ServiceReference<TagResolver> reference, TagResolver resolver) {
        removed(reference, resolver);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindArchetype(ServiceReference<Archetype> reference, Archetype archetype) {
        added(reference, Candidates.archetype(archetype, properties(reference)));
    }

    void unbindArchetype(ServiceReference<Archetype> reference, Archetype archetype) {
        removed(reference, archetype);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindHealth(ServiceReference<HealthCheck> reference, HealthCheck check) {
        added(reference, Candidates.health(check));
    }

    void unbindHealth(ServiceReference<HealthCheck> reference, HealthCheck check) {
        removed(reference, check);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindExtension(ServiceReference<Extension> reference, Extension extension) {
        added(reference, Candidates.extension(extension));
    }

    void unbindExtension(ServiceReference<Extension> reference, Extension extension) {
        removed(reference, extension);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindKeys(ServiceReference<EnvelopeKeys> reference, EnvelopeKeys keys) {
        added(reference, Candidates.keys(keys));
    }

    void unbindKeys(ServiceReference<EnvelopeKeys> reference, EnvelopeKeys keys) {
        removed(reference, keys);
    }
}
