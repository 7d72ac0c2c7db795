package io.precinct.config.tag;

import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.api.data.Data;
import io.precinct.common.spelling.Suggestions;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Yaml;
import io.precinct.core.api.plugin.DeployedResolver;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the tags of {@code service.yml}: early tags become the values that their resolvers return, late tags become
 * inert nodes. For a single load and one thread.
 */
public final class ConfigurationTags extends ShapeTags {
    private static final List<String> EARLY = List.of("Env", "UserConfig");
    private static final List<String> LATE = List.of("Fixture", "Graph", "Task");

    private final Problems problems;
    private final Map<String, DeployedResolver> deployed;
    private final Set<String> declared;
    private final Map<String, String> waiting;
    private final Set<String> served;
    private final Path configDir;
    private final Yaml yaml;
    private final Map<String, Optional<DeployedResolver>> used = new HashMap<>();
    private final Map<String, List<Location>> places = new HashMap<>();
    private Map<String, Map<String, @Nullable Object>> settings = Map.of();

    /**
     * Resolves tags by the resolvers in {@code deployed}.
     *
     * @param declared tags that installed bundles will resolve once they have started
     * @param waiting tags of jars that were deployed or are to be deployed, each with its bundle as shown in messages
     * @param served late tags of the configuration that served last
     * @param yaml reads documents for resolvers
     */
    public ConfigurationTags(
            Problems problems,
            Map<String, DeployedResolver> deployed,
            Set<String> declared,
            Map<String, String> waiting,
            Set<String> served,
            Path configDir,
            Yaml yaml) {
        super(problems);
        this.problems = problems;
        this.deployed = deployed;
        this.declared = declared;
        this.waiting = waiting;
        this.served = served;
        this.configDir = configDir;
        this.yaml = yaml;
    }

    /**
     * Sets the settings of resolvers, from {@code resolvers}. Tags in that section itself are resolved without
     * settings.
     */
    public void settings(Map<String, Map<String, @Nullable Object>> settings) {
        this.settings = settings;
    }

    /** Every tag that was encountered, with the resolver that was deployed for it then. */
    public Map<String, Optional<DeployedResolver>> used() {
        return Map.copyOf(used);
    }

    /** The encountered tags that are late and not shipped. */
    public Set<String> late() {
        return used.entrySet().stream()
                .filter(tag -> tag.getValue().map(DeployedResolver::late).orElse(served.contains(tag.getKey())))
                .map(Map.Entry::getKey)
                .filter(tag -> !LATE.contains(tag))
                .collect(Collectors.toSet());
    }

    /** The locations of each encountered tag, in the order of the file. */
    public Map<String, List<Location>> places() {
        Map<String, List<Location>> sorted = new HashMap<>();
        places.forEach((tag, at) -> sorted.put(
                tag,
                at.stream()
                        .distinct()
                        .sorted(Comparator.comparingInt(Location::line).thenComparingInt(Location::column))
                        .toList()));
        return Map.copyOf(sorted);
    }

    /** Names of the tags that may be used in {@code service.yml}. */
    public Set<String> known() {
        var names = new LinkedHashSet<String>(EARLY);
        names.addAll(LATE);
        names.addAll(List.of(FIELDS, MATCH));
        names.addAll(deployed.keySet());
        names.addAll(declared);
        names.addAll(waiting.keySet());
        return names;
    }

    /** The tags that may have settings in {@code resolvers}: all tags that a resolver resolves. */
    public Set<String> configurable() {
        var names = new LinkedHashSet<>(known());
        names.removeAll(List.of(FIELDS, MATCH));
        return names;
    }

    @Override
    YamlNode other(YamlNode.Tagged tagged, YamlNode content) {
        String tag = tagged.tag();
        DeployedResolver resolver = deployed.get(tag);
        used.put(tag, Optional.ofNullable(resolver));
        places.computeIfAbsent(tag, _ -> new ArrayList<>()).add(tagged.at());
        boolean gone = resolver == null && !LATE.contains(tag) && served.contains(tag);
        if (gone) {
            problems.degraded(
                    tagged.at(),
                    "no resolver for the tag !" + tag + " is deployed any more; scenarios that need it fail",
                    "deploy it again, or write the value out");
        }
        if (resolver == null && !gone && !known().contains(tag)) {
            List<String> names = known().stream().map("!"::concat).toList();
            return broken(
                    tagged,
                    "unknown tag !" + ValueText.shortened(tag),
                    Suggestions.hint("!" + tag, names, "known tags"));
        }
        String bundle = waiting.get(tag);
        if (resolver == null && bundle != null && !gone && !LATE.contains(tag)) {
            return broken(
                    tagged,
                    "!" + tag + ": the bundle that resolves this tag does not run: " + bundle,
                    "the log says why; put a version of it that starts into boundary_path, or write the value out");
        }
        boolean late = resolver == null ? gone || LATE.contains(tag) : resolver.late();
        if (resolver == null && !late) {
            return broken(
                    tagged,
                    "!" + tag + ": no resolver deployed for this tag",
                    "deploy a bundle that resolves !" + tag + ", or write the value out");
        }
        YamlNode inner = NodeData.notPlainIn(content);
        if (inner != null) {
            return broken(
                    tagged,
                    "!" + tag + " takes plain data, got " + ValueText.node(inner) + " in it",
                    "early tags may stand in there, such as !Env");
        }
        var call = new Call(tag, NodeData.of(content), settings.getOrDefault(tag, Map.of()), configDir, yaml);
        return late ? late(tagged, call, resolver) : early(tagged, call, resolver);
    }

    private YamlNode late(YamlNode.Tagged tagged, Call call, @Nullable DeployedResolver resolver) {
        if (resolver != null) {
            try {
                resolver.resolver().check(call);
            } catch (TagException e) {
                return broken(tagged, "!" + tagged.tag() + ": " + e.getMessage(), e.hint());
            } catch (RuntimeException | LinkageError e) {
                return broken(tagged, "!" + tagged.tag() + " cannot be checked: " + e, resolverHint(resolver));
            }
        }
        return new YamlNode.Late(new LateTag(tagged.tag(), call.argument(), tagged.at()));
    }

    private YamlNode early(YamlNode.Tagged tagged, Call call, @Nullable DeployedResolver deployedResolver) {
        DeployedResolver resolver = java.util.Objects.requireNonNull(deployedResolver);
        try {
            return NodeData.node(resolver.resolver().resolve(call), tagged.at(), "!" + tagged.tag());
        } catch (TagException e) {
            return broken(tagged, "!" + tagged.tag() + ": " + e.getMessage(), e.hint());
        } catch (NodeData.NoData e) {
            return broken(
                    tagged,
                    "!" + tagged.tag() + " answered with " + e.getMessage() + ", which is no plain data",
                    resolverHint(resolver));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return broken(tagged, "!" + tagged.tag() + ": interrupted", "reload");
        } catch (Exception | LinkageError e) {
            return broken(tagged, "!" + tagged.tag() + " failed: " + e, resolverHint(resolver));
        }
    }

    private static String resolverHint(DeployedResolver resolver) {
        return "the resolver is of bundle " + resolver.generation().bundle() + " "
                + resolver.generation().version();
    }

    /** The resolution of one tag while the configuration is loaded. */
    private record Call(
            String tag, @Nullable Object argument, Map<String, @Nullable Object> settings, Path configDir, Yaml yaml)
            implements TagResolver.Call {
        Call {
            argument = Data.freeze(argument);
        }

        @Override
        public Instant deadline() {
            return Instant.MAX;
        }

        @Override
        public @Nullable Object readYaml(Path file) throws TagException {
            return yaml.read(file);
        }
    }
}
