package io.precinct.config;

import io.precinct.api.config.TagException;
import io.precinct.config.name.JarNames;
import io.precinct.config.name.KnownNames;
import io.precinct.config.name.ManifestNames;
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
import io.precinct.core.api.config.Yaml;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the configuration folder: reads and checks its files, and remembers what a running process cannot change of
 * them. Not thread-safe.
 */
final class ConfigurationLoader {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationLoader.class);

    private final ServiceFile.Place place;
    private final Supplier<ManifestNames> installed;
    private final JarNames jars = new JarNames();
    private final JarNames resolverJars = new JarNames();
    private final Yaml yaml = new YamlDocuments();
    private final InUse inUse = new InUse();

    /**
     * Reads from {@code place}.
     *
     * @param installed supplies the names that installed bundles declare
     */
    ConfigurationLoader(ServiceFile.Place place, Supplier<ManifestNames> installed) {
        this.place = place;
        this.installed = installed;
    }

    /** The file that must be there. */
    Path file() {
        return place.configDir().resolve(ServiceFile.NAME);
    }

    /** Reads the files as they are now. What is good serves: its values are kept for keys that need a restart. */
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
            return new LoadResult(null, List.of(problem), null, Map.of(), Map.of(), new UnknownNames(), files.done());
        }
    }

    private LoadResult load(PluginSnapshot plugins, FileStates.Collector files) {
        var problems = new Problems();
        ManifestNames bundles = installed.get();
        YamlNode root = YamlReader.read(file(), problems);
        var tags = new ConfigurationTags(
                problems,
                plugins.resolvers(),
                bundles.tags(),
                resolverJars.tags(List.of(active(), boundaryPath(root))),
                place.configDir(),
                new Watched(yaml, files));
        ServiceFile read = root == null ? null : read(root, plugins, bundles, tags, problems);
        Configuration configuration = read == null || problems.hasErrors() ? null : read.configuration();
        if (configuration != null) {
            inUse.take();
        }
        return new LoadResult(
                configuration,
                problems.inOrder(),
                read != null && read.soundDeploy() ? read.configuration().deploy() : null,
                tags.used(),
                tags.places(),
                read == null ? new UnknownNames() : read.unknown(),
                files.done());
    }

    private @Nullable ServiceFile read(
            YamlNode root, PluginSnapshot plugins, ManifestNames bundles, ConfigurationTags tags, Problems problems) {
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
                        deploy -> new KnownNames(plugins, bundles, jars.of(List.of(deploy.boundaryPath(), active()))),
                        yaml);
    }

    /** The folder of the deployed jars. */
    private Path active() {
        return place.dataDir().resolve("deployments").resolve("active");
    }

    /** The watched folder, read before tags are resolved: as written, or the default if the value has a tag. */
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
