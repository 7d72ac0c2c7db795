package io.precinct.core.api.deploy;

import java.util.List;
import java.util.Map;

/**
 * Explains why a bundle or a component of it does not work. A service, implemented by the deployer. Thread-safe; every
 * call asks the container anew.
 */
public interface Diagnosis {
    /**
     * What keeps a bundle from resolving, one sentence a cause; empty if nothing does, or if there is no such bundle.
     */
    List<String> unresolved(long bundleId);

    /** The components of a bundle, sorted by name; none while it is not active. */
    List<ComponentView> components(long bundleId);

    /** How many class loaders of removed generations are still in memory. */
    int lingering(String bundle);

    /**
     * The same for every bundle with any in memory, by symbolic name, including bundles that are no longer deployed.
     *
     * @since 1.1
     */
    default Map<String, Integer> lingering() {
        return Map.of();
    }

    /**
     * What holds those class loaders, by symbolic name, one sentence a cause: threads with their stacks, timers,
     * {@code ThreadLocal} values, shutdown hooks, drivers, MBeans, static fields of others. A list is empty if nothing
     * was found: then the next garbage collection frees the loaders, or something holds them that is not searched. No
     * entries without a {@link HolderSearch}. Takes up to two seconds of the caller's time, and pauses no thread.
     *
     * @since 1.1
     */
    default Map<String, List<String>> holders() {
        return Map.of();
    }

    /**
     * A component.
     *
     * @param name of the component, unique within its bundle
     * @param state its state
     * @param services interfaces it registers
     * @param waitsFor interfaces of the services it lacks
     * @param faults why it does not run, one sentence a cause; empty if it does
     */
    record ComponentView(
            String name, ComponentState state, List<String> services, List<String> waitsFor, List<String> faults) {
        public ComponentView {
            services = List.copyOf(services);
            waitsFor = List.copyOf(waitsFor);
            faults = List.copyOf(faults);
        }
    }

    /** The state of a component. */
    enum ComponentState {
        /** An instance is at work. */
        ACTIVE,
        /** Everything it needs is present; an instance is made on demand. */
        SATISFIED,
        /** It waits for services or for a configuration. */
        UNSATISFIED,
        /** Its activation threw. */
        FAILED,
        /** It is switched off, or a factory that nobody has used. */
        DISABLED;

        /** The name in answers. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
