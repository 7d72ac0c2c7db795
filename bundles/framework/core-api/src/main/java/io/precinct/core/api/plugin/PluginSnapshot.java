package io.precinct.core.api.plugin;

import io.precinct.api.envelope.EnvelopeEntry;
import io.precinct.api.service.Archetype;
import io.precinct.api.service.Extension;
import io.precinct.api.service.HealthCheck;
import java.util.List;
import java.util.Map;

/**
 * What is deployed at one moment, by name; if a name has several generations, the newest. Immutable.
 *
 * @param revision grows with every change
 * @param boundaries by name, members of families and formatters included
 * @param formatters by name
 * @param resolvers by tag
 * @param archetypes by name
 * @param healthChecks all of them
 * @param extensions by {@code <kind> <name>}
 * @param envelopeKeys keys contributed to the catalogue
 * @param problems plug-ins that were left out, each with the reason
 */
public record PluginSnapshot(
        long revision,
        Map<String, DeployedBoundary> boundaries,
        Map<String, DeployedFormatter> formatters,
        Map<String, DeployedResolver> resolvers,
        Map<String, Plugin<Archetype>> archetypes,
        List<Plugin<HealthCheck>> healthChecks,
        Map<String, Plugin<Extension>> extensions,
        List<EnvelopeEntry> envelopeKeys,
        List<String> problems) {
    /** Nothing is deployed. */
    public static final PluginSnapshot NONE =
            new PluginSnapshot(0, Map.of(), Map.of(), Map.of(), Map.of(), List.of(), Map.of(), List.of(), List.of());

    /** What is deployed if no domain has extensions. */
    public PluginSnapshot(
            long revision,
            Map<String, DeployedBoundary> boundaries,
            Map<String, DeployedFormatter> formatters,
            Map<String, DeployedResolver> resolvers,
            Map<String, Plugin<Archetype>> archetypes,
            List<Plugin<HealthCheck>> healthChecks,
            List<EnvelopeEntry> envelopeKeys,
            List<String> problems) {
        this(revision, boundaries, formatters, resolvers, archetypes, healthChecks, Map.of(), envelopeKeys, problems);
    }
}
