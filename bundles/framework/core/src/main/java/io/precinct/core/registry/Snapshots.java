package io.precinct.core.registry;

import io.precinct.api.envelope.EnvelopeEntry;
import io.precinct.api.service.Archetype;
import io.precinct.api.service.Extension;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.core.api.plugin.DeployedFormatter;
import io.precinct.core.api.plugin.DeployedResolver;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Builds a snapshot from what the admitted bundles have registered. If several have a plug-in of one name, the bundle
 * that took the name from its owner wins, else the newest generation.
 */
final class Snapshots {
    private Snapshots() {}

    /**
     * The plug-ins of one admitted bundle.
     *
     * @param replaces names that it took from other bundles, each with that bundle
     */
    record Source(Generation generation, List<Candidate> candidates, Map<String, String> replaces) {
        private boolean has(String label) {
            return candidates.stream()
                    .anyMatch(candidate -> candidate.plugin() != null
                            && (candidate.label().equals(label)
                                    || candidate.furtherLabels().contains(label)));
        }
    }

    static PluginSnapshot of(List<Source> sources, long revision) {
        var boundaries = new TreeMap<String, DeployedBoundary>();
        var formatters = new TreeMap<String, DeployedFormatter>();
        var resolvers = new TreeMap<String, DeployedResolver>();
        var archetypes = new TreeMap<String, Plugin<Archetype>>();
        var checks = new ArrayList<Plugin<HealthCheck>>();
        var extensions = new TreeMap<String, Plugin<Extension>>();
        var keys = new ArrayList<EnvelopeEntry>();
        var problems = new ArrayList<String>();
        var oldestFirst = sources.stream()
                .sorted(Comparator.comparingLong(s -> s.generation().id()))
                .toList();
        for (Source source : oldestFirst) {
            Generation generation = source.generation();
            for (Candidate candidate : source.candidates()) {
                String name = candidate.name();
                if (yields(candidate, source, sources)) {
                    continue;
                }
                switch (candidate.plugin()) {
                    case null -> problems.add(generation.bundle() + ": " + candidate.problem());
                    case DescribedPlugin.OfBoundary b ->
                        boundaries.put(
                                name,
                                new DeployedBoundary(
                                        name, b.boundary(), b.declaration(), b.route(), b.typeAddr(), generation));
                    case DescribedPlugin.OfFormatter f ->
                        formatters.put(
                                name,
                                new DeployedFormatter(
                                        name,
                                        f.formatter(),
                                        kept(f.mediaTypes(), source, sources),
                                        f.order(),
                                        generation));
                    case DescribedPlugin.OfTag t ->
                        resolvers.put(name, new DeployedResolver(name, t.late(), t.resolver(), generation));
                    case DescribedPlugin.OfArchetype a ->
                        archetypes.put(name, new Plugin<>(name, a.archetype(), generation));
                    case DescribedPlugin.OfHealth h -> checks.add(new Plugin<>(name, h.check(), generation));
                    case DescribedPlugin.OfExtension e ->
                        extensions.put(name, new Plugin<>(name, e.extension(), generation));
                    case DescribedPlugin.OfKeys k -> keys.addAll(k.entries());
                }
            }
        }
        return new PluginSnapshot(
                revision,
                Collections.unmodifiableMap(boundaries),
                Collections.unmodifiableMap(formatters),
                Collections.unmodifiableMap(resolvers),
                Collections.unmodifiableMap(archetypes),
                List.copyOf(checks),
                Collections.unmodifiableMap(extensions),
                List.copyOf(keys),
                List.copyOf(problems));
    }

    /**
     * Whether another bundle took this name by permission of an operator. If two bundles took it from each other,
     * neither yields, and the newer one has it.
     */
    private static boolean yields(Candidate candidate, Source source, List<Source> sources) {
        return candidate.owned() && candidate.plugin() != null && yields(candidate.label(), source, sources);
    }

    /** The media types of a formatter that no other bundle took. */
    private static List<String> kept(List<String> mediaTypes, Source source, List<Source> sources) {
        return mediaTypes.stream()
                .filter(type -> !yields(Candidate.mediaTypeLabel(type), source, sources))
                .toList();
    }

    private static boolean yields(String label, Source source, List<Source> sources) {
        boolean took = source.replaces().containsKey(label);
        return sources.stream()
                .filter(other -> other != source && other.replaces().containsKey(label) && other.has(label))
                .filter(other ->
                        !other.generation().bundle().equals(source.generation().bundle()))
                .anyMatch(other -> !took || (tookFrom(other, source, label) && !tookFrom(source, other, label)));
    }

    private static boolean tookFrom(Source taker, Source owner, String label) {
        return owner.generation().bundle().equals(taker.replaces().get(label));
    }
}
