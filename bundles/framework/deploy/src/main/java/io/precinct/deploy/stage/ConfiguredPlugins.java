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
import java.util.HashSet;
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
     * A sentence for each place of the configuration that uses one of these names.
     *
     * @param names each as {@code <kind> <name>}
     */
    public List<String> usersOf(Set<String> names) {
        Configuration current = configuration.current();
        if (current == null || names.isEmpty()) {
            return List.of();
        }
        List<String> users = new ArrayList<>();
        Set<String> configured = new HashSet<>();
        for (RouteEntry route : current.routes()) {
            configured.add(route.name());
            String subject = "the route " + route.name() + " (" + route.at() + ")";
            for (String boundary : route.boundaries()) {
                if (!route.optional() && names.contains("boundary " + boundary)) {
                    users.add(subject + " uses the boundary " + boundary);
                }
            }
            for (String type : route.declaration().produces()) {
                if (names.contains("media-type " + type)) {
                    users.add(subject + " produces " + type);
                }
            }
        }
        current.scenarios().forEach((route, scenarios) -> {
            if (names.contains("boundary " + route) && !configured.contains(route)) {
                scenarios
                        .values()
                        .forEach(scenario -> users.add("the scenario " + scenario.name() + " (" + scenario.at()
                                + ") is of the route " + route));
            }
        });
        for (ArchetypeSlot slot : current.archetypes()) {
            if (names.contains("archetype " + slot.archetype())) {
                users.add("the slot " + slot.slot() + " boots the archetype " + slot.archetype());
            }
        }
        configuration.tags().forEach((tag, places) -> {
            if (names.contains("tag " + tag)) {
                places.forEach(place -> users.add(place + " uses the tag !" + tag));
            }
        });
        return users.stream().distinct().sorted().toList();
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
