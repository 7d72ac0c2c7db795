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
 * The registry of plug-ins: keeps what every bundle has registered, and publishes the admitted plug-ins as one
 * immutable snapshot. It takes references, not services, because it decides when an instance is created, which runs
 * code of the plug-in. Plug-ins that are already registered are in the registry before any other component gets it.
 * Thread-safe: writers take its lock, readers read one volatile reference.
 */
@Component(
        service = {Plugins.class, PluginRegistry.class},
        immediate = true)
@Requirement(namespace = ExtenderNamespace.EXTENDER_NAMESPACE, name = "osgi.component", version = "1.5.0")
public final class PluginRegistry implements Plugins {
    private static final Logger LOG = LoggerFactory.getLogger(PluginRegistry.class);

    private final Map<Long, BundleRegistrations> registrationsByBundle = new LinkedHashMap<>();
    private final List<Consumer<PluginSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final List<LongConsumer> departureListeners = new CopyOnWriteArrayList<>();
    private final Set<String> everDeployed = ConcurrentHashMap.newKeySet();
    private long lastGeneration;
    private volatile PluginSnapshot snapshot = PluginSnapshot.NONE;

    private final NameHolders holders = new NameHolders(registrationsByBundle);
    private final BundleContext context;

    /** An empty registry for the bundles of {@code context}'s container. */
    @Activate
    public PluginRegistry(BundleContext context) {
        this.context = context;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindBoundary(ServiceReference<Boundary> reference) {
        added(reference, CandidateReader::boundary);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindFamily(ServiceReference<BoundaryFamily> reference) {
        added(reference, CandidateReader::family);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindFormatter(ServiceReference<Formatter> reference) {
        added(reference, CandidateReader::formatter);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindResolver(ServiceReference<TagResolver> reference) {
        added(reference, CandidateReader::tag);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindArchetype(ServiceReference<Archetype> reference) {
        added(reference, CandidateReader::archetype);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindHealth(ServiceReference<HealthCheck> reference) {
        added(reference, (health, _) -> CandidateReader.health(health));
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindExtension(ServiceReference<Extension> reference) {
        added(reference, (extension, _) -> CandidateReader.extension(extension));
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "unbind")
    void bindKeys(ServiceReference<EnvelopeKeys> reference) {
        added(reference, (keys, _) -> CandidateReader.keys(keys));
    }

    void unbind(ServiceReference<?> reference) {
        removed(reference);
    }

    @Override
    public PluginSnapshot snapshot() {
        return snapshot;
    }

    @Override
    public synchronized AutoCloseable subscribe(Consumer<PluginSnapshot> listener) {
        listeners.add(listener);
        listener.accept(snapshot);
        return () -> listeners.remove(listener);
    }

    /**
     * Calls {@code listener} with the id of each bundle whose admitted plug-ins are unregistered without having been
     * retired first.
     */
    public AutoCloseable onDeparture(LongConsumer listener) {
        departureListeners.add(listener);
        return () -> departureListeners.remove(listener);
    }

    /** True if a plug-in of this label ({@code boundary echo}) was ever in the snapshot. */
    public boolean everDeployed(String label) {
        return everDeployed.contains(label);
    }

    /**
     * The plug-ins that a bundle has registered so far, and the problems of admitting them.
     *
     * @param replacing names it may take from other bundles
     */
    public synchronized Admission.Offer offer(long bundleId, Set<String> replacing) {
        var checks = new ArrayList<HealthCheck>();
        var problems = new ArrayList<String>();
        for (Candidate candidate : candidates(bundleId)) {
            if (candidate.problem() != null) {
                problems.add(candidate.problem());
            }
            if (candidate.plugin() instanceof DescribedPlugin.OfHealth health) {
                checks.add(health.check());
            }
        }
        List<Replacement> taken = List.of();
        BundleRegistrations registrations = registrationsByBundle.get(bundleId);
        if (registrations != null && !registrations.admitted) {
            Verdict verdict = judge(registrations, replacing);
            problems.addAll(verdict.problems());
            taken = verdict.taken();
        }
        return new Admission.Offer(names(bundleId), checks, problems, taken);
    }

    /** The names of the plug-ins that a bundle has registered so far. */
    public synchronized Set<String> names(long bundleId) {
        var names = new LinkedHashSet<String>();
        for (Candidate candidate : candidates(bundleId)) {
            names.add(candidate.label());
            names.addAll(candidate.furtherLabels());
        }
        return names;
    }

    private List<Candidate> candidates(long bundleId) {
        BundleRegistrations registrations = registrationsByBundle.get(bundleId);
        return registrations == null ? List.of() : registrations.candidates;
    }

    private Verdict judge(BundleRegistrations registrations, Set<String> replacing) {
        var claim = new Ownership.Claim(registrations.generation.bundle(), registrations.names, replacing);
        return Ownership.judge(claim, holders.around(context.getBundles(), registrations));
    }

    /** The extensions of domains that a bundle has registered. */
    public synchronized List<Extension> extensions(long bundleId) {
        var extensions = new ArrayList<Extension>();
        for (Candidate candidate : candidates(bundleId)) {
            if (candidate.plugin() instanceof DescribedPlugin.OfExtension found) {
                extensions.add(found.extension());
            }
        }
        return extensions;
    }

    /** Symbolic names of the bundles that have a generation which is staged and not yet admitted. */
    public synchronized Set<String> staged() {
        return registrationsByBundle.values().stream()
                .filter(registrations -> !registrations.admitted)
                .map(registrations -> registrations.generation.bundle())
                .collect(Collectors.toSet());
    }

    /**
     * Puts the plug-ins of a staged bundle into the snapshot, as the newest generation.
     *
     * @param replacing names it may take from other bundles
     */
    // @req:deploy-admission
    public void admit(long bundleId, Set<String> replacing) {
        change(() -> {
            BundleRegistrations registrations = registrationsByBundle.get(bundleId);
            if (registrations == null) {
                throw new IllegalStateException("bundle " + bundleId + " has registered no plug-in to admit");
            }
            registrations.replaces = judge(registrations, replacing).granted();
            registrations.retired = false;
            admit(registrations);
        });
    }

    private void admit(BundleRegistrations registrations) {
        registrations.admitted = true;
        registrations.generation = registrations.generation(++lastGeneration);
    }

    /** Takes the plug-ins of a bundle out of the snapshot. */
    public void retire(long bundleId) {
        change(() -> {
            BundleRegistrations registrations = registrationsByBundle.get(bundleId);
            if (registrations != null) {
                registrations.retired = true;
            }
        });
    }

    /**
     * The snapshot as it would be if a staged bundle were admitted; nothing is changed.
     *
     * @param replacing names it may take from other bundles
     */
    public synchronized PluginSnapshot preview(long bundleId, Set<String> replacing) {
        BundleRegistrations registrations = registrationsByBundle.get(bundleId);
        if (registrations == null) {
            return snapshot;
        }
        Map<String, String> granted = registrations.admitted
                ? registrations.replaces
                : judge(registrations, replacing).granted();
        var sources = new ArrayList<>(sources(bundleId));
        sources.add(new Snapshots.Source(
                registrations.generation(Long.MAX_VALUE), List.copyOf(registrations.candidates), granted));
        return Snapshots.of(sources, snapshot.revision());
    }

    /** The sources of all bundles that serve, except this one. */
    private List<Snapshots.Source> sources(long except) {
        var sources = new ArrayList<Snapshots.Source>();
        registrationsByBundle.forEach((id, registrations) -> {
            if (id != except && registrations.serves()) {
                sources.add(new Snapshots.Source(
                        registrations.generation, List.copyOf(registrations.candidates), registrations.replaces));
            }
        });
        return sources;
    }

    /**
     * Reads the descriptions of the services that a staged bundle has registered so far; later services are read as
     * they are registered. Runs plug-in code, which may hang, so it is called without the lock.
     */
    public void open(long bundleId) {
        BundleRegistrations registrations;
        List<RegisteredService> services;
        synchronized (this) {
            registrations = registrationsByBundle.get(bundleId);
            if (registrations == null || registrations.open) {
                return;
            }
            registrations.open = true;
            services = List.copyOf(registrations.services);
        }
        for (RegisteredService service : services) {
            readAndAdd(registrations, service);
        }
    }

    /**
     * Only records what a staged bundle registers, without calling it: this runs while the container delivers the
     * service event, and code that hangs there keeps every remaining listener, with its class loader, in memory.
     */
    private <T> void added(ServiceReference<T> reference, BiFunction<T, Map<String, ?>, List<Candidate>> reader) {
        Bundle bundle = reference.getBundle();
        if (bundle == null) {
            return; // unregistered meanwhile
        }
        var service = new RegisteredService(reference, () -> read(reference, reader));
        BundleRegistrations registrations;
        synchronized (this) {
            registrations =
                    registrationsByBundle.computeIfAbsent(bundle.getBundleId(), id -> new BundleRegistrations(bundle));
            registrations.services.add(service);
            if (!registrations.open) {
                return;
            }
        }
        readAndAdd(registrations, service);
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

    private void readAndAdd(BundleRegistrations registrations, RegisteredService service) {
        service.read();
        change(() -> {
            if (!registrations.services.contains(service)) {
                return; // unregistered meanwhile
            }
            if (!registrations.admitted && !registrations.staged()) {
                admit(registrations);
            }
            registrations.add(service.candidates());
        });
    }

    /** Releases no instance: the container does so itself after it has delivered the event to all listeners. */
    private void removed(ServiceReference<?> reference) {
        var departed = new HashSet<Long>();
        change(() -> registrationsByBundle
                .values()
                .forEach(registrations -> registrations.services.removeIf(service -> {
                    boolean gone = service.isOf(reference);
                    if (gone && registrations.candidates.removeIf(service::has) && registrations.serves()) {
                        departed.add(registrations.bundle.getBundleId());
                    }
                    return gone;
                })));
        departed.forEach(id -> departureListeners.forEach(listener -> listener.accept(id)));
    }

    private synchronized void change(Runnable edit) {
        edit.run();
        // On every change, because a bundle may have stopped while it had nothing registered.
        registrationsByBundle.values().removeIf(BundleRegistrations::isForgettable);
        PluginSnapshot next = Snapshots.of(sources(-1), snapshot.revision() + 1);
        next.boundaries().keySet().forEach(name -> everDeployed.add("boundary " + name));
        snapshot = next;
        listeners.forEach(listener -> listener.accept(next));
    }

    private static Map<String, Object> properties(ServiceReference<?> reference) {
        var properties = new HashMap<String, Object>();
        for (String key : reference.getPropertyKeys()) {
            properties.put(key, reference.getProperty(key));
        }
        return properties;
    }
}
