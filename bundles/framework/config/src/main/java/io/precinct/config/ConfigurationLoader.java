package io.precinct.config;

import io.precinct.api.config.TagException;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.config.name.JarNames;
import io.precinct.config.name.KnownNames;
import io.precinct.config.name.ManifestNames;
import io.precinct.config.name.ServedNames;
import io.precinct.config.name.UnknownNames;
import io.precinct.config.section.ResolversSection;
import io.precinct.config.section.ServiceFile;
import io.precinct.config.settings.InUse;
import io.precinct.config.settings.Section;
import io.precinct.config.tag.ConfigurationTags;
import io.precinct.config.tag.YamlDocuments;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.YamlNode;
import io.precinct.config.yaml.YamlReader;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.Yaml;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the configuration folder: reads and checks its files, and remembers the settings that a running process cannot
 * change. Not thread-safe.
 */
final class ConfigurationLoader {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationLoader.class);

    private final ServiceFile.Place place;
    private final Supplier<ManifestNames> installed;
    private final JarNames jars = new JarNames();
    private final JarNames resolverJars = new JarNames();
    private final Yaml yaml = new YamlDocuments();
    private final InUse inUse = new InUse();
    private final ServedNamesFile served;

    /**
     * Reads from {@code place}.
     *
     * @param installed supplies the names that installed bundles declare
     */
    ConfigurationLoader(ServiceFile.Place place, Supplier<ManifestNames> installed) {
        this.place = place;
        this.installed = installed;
        this.served = new ServedNamesFile(place.dataDir());
    }

    /** The file {@code service.yml}, which must exist. */
    Path file() {
        return place.configDir().resolve(ServiceFile.NAME);
    }

    /**
     * Reads the present files. If they have no errors, their values of keys that need a restart are in use from now on.
     */
    LoadResult load(PluginSnapshot plugins) {
        var files = new FileStates.Collector();
        files.add(file());
        try {
            return load(plugins, files);
        } catch (RuntimeException | StackOverflowError e) {
            // A bug here or in a library must not end the loading thread: the file that triggers it is refused.
            LOG.error("{} cannot be loaded", file(), e);
            var at = new Location(file().toString(), 0, 0);
            var problem =
                    new Problem(at, "the file cannot be loaded: " + e, "please report this; the log has more", false);
            return new LoadResult(
                    null,
                    List.of(problem),
                    List.of(),
                    ServedNames.NONE,
                    null,
                    Map.of(),
                    Map.of(),
                    new UnknownNames(),
                    List.of(),
                    List.of(),
                    files.done());
        }
    }

    private LoadResult load(PluginSnapshot plugins, FileStates.Collector files) {
        var problems = new Problems();
        ManifestNames bundles = installed.get();
        YamlNode root = YamlReader.read(file(), problems);
        Map<Path, String> settled = settled();
        var tags = new ConfigurationTags(
                problems,
                plugins.resolvers(),
                bundles.tags(),
                resolverJars.tags(List.of(active(), boundaryPath(root))),
                served.now().lateTags(),
                place.configDir(),
                new Watched(yaml, files));
        ServiceFile read = root == null ? null : read(root, plugins, bundles, tags, settled, problems);
        Configuration configuration = read == null || problems.hasErrors() ? null : read.configuration();
        List<RouteEntry> routes =
                read == null ? List.of() : read.configuration().routes();
        ServedNames names = ServedNames.NONE;
        if (read != null && configuration != null) {
            inUse.take();
            names = names(configuration, read.unknown(), tags.late());
        }
        return new LoadResult(
                configuration,
                problems.inOrder(),
                problems.degraded(),
                names,
                read != null && read.soundDeploy() ? read.configuration().deploy() : null,
                tags.used(),
                tags.places(),
                read == null ? new UnknownNames() : read.unknown(),
                routes,
                LoadResult.clashes(routes, plugins),
                files.done());
    }

    /** The names that a configuration refers to and that are known, or were known when it served. */
    private static ServedNames names(Configuration configuration, UnknownNames unknown, Set<String> lateTags) {
        Set<String> boundaries = new HashSet<>();
        Set<String> own = new HashSet<>();
        for (RouteEntry route : configuration.routes()) {
            own.add(route.name());
            boundaries.addAll(route.boundaries());
        }
        Set<String> routes = new HashSet<>(configuration.scenarios().keySet());
        routes.removeAll(own);
        for (RouteEntry route : configuration.routes()) {
            if (route.replaces() != null) {
                routes.add(route.replaces());
            }
        }
        boundaries.removeIf(unknown::isNew);
        routes.removeIf(unknown::isNew);
        return new ServedNames(boundaries, routes, lateTags);
    }

    /** Remembers for the next start the names that this configuration refers to. */
    void serves(LoadResult load) {
        served.serves(load.served());
    }

    private @Nullable ServiceFile read(
            YamlNode root,
            PluginSnapshot plugins,
            ManifestNames bundles,
            ConfigurationTags tags,
            Map<Path, String> settled,
            Problems problems) {
        YamlNode.Entry section = root instanceof YamlNode.Mapping map ? map.entry("resolvers") : null;
        YamlNode resolversNode =
                section == null || NodeData.isNull(section.value()) ? null : tags.resolve(section.value());
        Map<String, Map<String, @Nullable Object>> resolvers =
                new ResolversSection(place.configDir(), tags.configurable(), problems).read(resolversNode);
        tags.settings(resolvers);
        Section file = Section.of(tags.resolve(root), "", problems);
        return file == null
                ? null
                : ServiceFile.read(
                        file,
                        place,
                        inUse,
                        resolvers,
                        deploy -> new KnownNames(
                                plugins,
                                bundles,
                                jars.of(List.of(deploy.boundaryPath(), active()), settled),
                                served.now()),
                        yaml);
    }

    /** The folder of the deployed jars. */
    private Path active() {
        return place.dataDir().resolve("deployments").resolve("active");
    }

    /**
     * Files of the watched folder that the deployer has handled, each with its SHA-256. Those that were deployed are
     * among the deployed jars; the others are not deployed until they are written anew.
     */
    private Map<Path, String> settled() {
        Path records = place.dataDir().resolve("deployments").resolve("generations.json");
        Map<Path, String> settled = new HashMap<>();
        try {
            if (Files.exists(records)
                    && Json.read(Files.readString(records)) instanceof Map<?, ?> data
                    && data.get("folder") instanceof Map<?, ?> folder) {
                folder.forEach((file, sha256) -> settled.put(Path.of((String) file), String.valueOf(sha256)));
            }
        } catch (IOException | MalformedJson | InvalidPathException e) {
            LOG.debug("{} cannot be read; the deployer says so", records, e);
        }
        return settled;
    }

    /**
     * The watched folder, read before tags are resolved: the value as written, or the default if the value has a tag.
     */
    private Path boundaryPath(@Nullable YamlNode root) {
        YamlNode.Entry entry = root instanceof YamlNode.Mapping map ? map.entry("boundary_path") : null;
        try {
            return entry != null && entry.value() instanceof YamlNode.Scalar(String text, var _, var _, var _)
                    ? place.configDir().resolve(text)
                    : place.dataDir().resolve("boundaries");
        } catch (InvalidPathException _) {
            return place.dataDir().resolve("boundaries"); // Reported when the section is read.
        }
    }

    /** Records the files that resolvers read, so that a change of one causes a reload. */
    private record Watched(Yaml yaml, FileStates.Collector files) implements Yaml {
        @Override
        public @Nullable Object read(Path file) throws TagException {
            files.add(file);
            return yaml.read(file);
        }

        @Override
        public Located locate(Path file) throws TagException {
            files.add(file);
            return yaml.locate(file);
        }

        @Override
        public String write(@Nullable Object data) {
            return yaml.write(data);
        }
    }
}
