package io.precinct.deploy.stage;

import io.precinct.api.service.Archetype;
import io.precinct.api.service.Archetype.Handover;
import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.Plugins;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The plug-ins that the configuration uses: archetypes in its slots, boundaries on its routes. Thread-safe. */
public final class ConfiguredPlugins {
    private final Plugins plugins;
    private final ConfigurationSource configuration;

    public ConfiguredPlugins(Plugins plugins, ConfigurationSource configuration) {
        this.plugins = plugins;
        this.configuration = configuration;
    }

    private List<ArchetypeSlot> slots() {
        Configuration current = configuration.current();
        return current == null ? List.of() : current.archetypes();
    }

    private List<RouteEntry> routes() {
        Configuration current = configuration.current();
        return current == null ? List.of() : current.routes();
    }

    /** Why a bundle cannot be replaced because of its booted archetypes; empty if it can. */
    public List<String> bootedFor(String bundle) {
        List<String> reasons = new ArrayList<>();
        bootedSlots().forEach((name, slot) -> {
            Plugin<Archetype> present = plugins.snapshot().archetypes().get(name);
            if (present != null
                    && present.generation().bundle().equals(bundle)
                    && present.service().handover() == Handover.RESTART) {
                reasons.add(needsRestart(name, slot));
            }
        });
        return reasons;
    }

    /** A sentence for each archetype of a bundle that is booted, whether or not it could be handed over. */
    public List<String> slotsOf(String bundle) {
        List<String> reasons = new ArrayList<>();
        bootedSlots().forEach((name, slot) -> {
            Plugin<Archetype> present = plugins.snapshot().archetypes().get(name);
            if (present != null && present.generation().bundle().equals(bundle)) {
                reasons.add("the archetype " + name + " is booted into the slot " + slot
                        + "; take the slot out of service.yml first, or leave the feature out (run --features)");
            }
        });
        return reasons;
    }

    /**
     * A sentence for each boundary that a route needs and that is not deployed: the next start would refuse the file.
     */
    public List<String> routesWithout() {
        Set<String> there = plugins.snapshot().boundaries().keySet();
        List<String> notes = new ArrayList<>();
        for (RouteEntry route : routes()) {
            for (String boundary : route.boundaries()) {
                if (!route.optional() && !there.contains(boundary)) {
                    notes.add("the route " + route.name() + " (" + route.at()
                            + ") has no boundary " + boundary
                            + " now: it answers 503, and the next start refuses the file"
                            + " unless the route is optional");
                }
            }
        }
        return notes;
    }

    /** Slots by the name of the archetype that is booted into them. */
    Map<String, String> bootedSlots() {
        Map<String, String> booted = new LinkedHashMap<>();
        for (ArchetypeSlot slot : slots()) {
            if (plugins.snapshot().archetypes().containsKey(slot.archetype())) {
                booted.put(slot.archetype(), slot.slot());
            }
        }
        return booted;
    }

    static String needsRestart(String archetype, String slot) {
        return "the archetype " + archetype + " is booted into the slot " + slot
                + " and cannot be replaced while the process runs (Handover.RESTART); take the slot out of service.yml"
                + " first, or replace the bundle in the distribution and restart";
    }
}
