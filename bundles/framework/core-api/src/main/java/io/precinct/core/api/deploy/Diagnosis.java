package io.precinct.core.api.deploy;

import java.util.List;
import java.util.Map;

/**
 * Why a bundle or a component of it does not work, in words. A service, implemented by the deployer. Thread-safe; every
 * call asks the container anew.
 */
public interface Diagnosis {
    /** What keeps a bundle from resolving, one sentence a cause; empty if nothing does, or no such bundle is there. */
    List<String> unresolved(long bundleId);

    /** The components of a bundle, in order of their names; none while it is not active. */
    List<ComponentView> components(long bundleId);

    /** How many class loaders of generations that were taken out of service are still in memory. */
    int lingering(String bundle);

    /**
     * The same of every bundle that has any in memory, by symbolic name, also of those that are not deployed any more.
     *
     * @since 1.1
     */
    default Map<String, Integer> lingering() {
        return Map.of();
    }

    /**
     * What holds those class loaders, by symbolic name, one sentence a cause: threads with their stacks, timers,
     * {@code ThreadLocal} values, shutdown hooks, drivers, MBeans, static fields of others. Empty lists if nothing was
     * found: then the next garbage collection takes them, or they are held in a way that is not looked for. No entries without a
     * {@link HolderSearch}. Takes up to two seconds of the caller's time, and stops nobody.
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
     * @param state how it is
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

    /** How a component is. */
    enum ComponentState {
        /** An instance is at work. */
        ACTIVE,
        /** Everything it needs is there; an instance is made when somebody asks. */
        SATISFIED,
        /** It waits for services or for a configuration. */
        UNSATISFIED,
        /** It was activated and threw. */
        FAILED,
        /** It is switched off, or a factory that nobody has asked. */
        DISABLED;

        /** The name as it is served. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
