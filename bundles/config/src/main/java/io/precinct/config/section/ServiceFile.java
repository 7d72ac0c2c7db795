package io.precinct.config.section;

import io.precinct.config.name.KnownNames;
import io.precinct.config.name.UnknownNames;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.Yaml;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code service.yml}, read section by section after its tags were resolved.
 *
 * @param configuration the configuration; valid only if there were no errors
 * @param unknown names that it refers to and that are not known yet
 * @param boundaryPathAt location of {@code boundary_path}
 * @param soundDeploy whether the settings of hot deployment are valid, even if there are errors elsewhere
 */
public record ServiceFile(
        Configuration configuration, UnknownNames unknown, Location boundaryPathAt, boolean soundDeploy) {
    /**
     * The surroundings of a load.
     *
     * @param configDir the configuration folder
     * @param dataDir the folder that survives restarts
     * @param fixedPort a port that overrides the configured one
     */
    public record Place(Path configDir, Path dataDir, OptionalInt fixedPort) {}

    /**
     * Reads the file.
     *
     * @param root its tree, with all tags resolved
     * @param resolvers settings by tag, already read because resolving the tags needed them
     * @param names returns the names that may be referred to, given the folder of the bundles that are to be deployed
     */
    public static @Nullable ServiceFile read(
            YamlNode root,
            Place place,
            Map<String, Map<String, @Nullable Object>> resolvers,
            Function<DeploySettings, KnownNames> names,
            Yaml yaml,
            Problems problems) {
        Section file = Section.of(root, "", problems);
        if (file == null) {
            return null;
        }
        try (file) {
            file.node("resolvers"); // Already read for the tags; this only makes the key known.
            Section.Text service = file.text("service");
            var http = HttpSection.read(file, place.fixedPort());
            int before = problems.errors();
            DeploySettings deploy = DeploySection.read(file, place.configDir(), place.dataDir());
            KnownNames known = names.apply(deploy);
            boolean soundDeploy = sound(root, problems.errors() == before);
            var unknown = new UnknownNames();
            var routes = new RoutesSection(known, unknown, problems);
            List<RouteEntry> entries = routes.read(file.map("routes"));
            Set<String> routeNames = new HashSet<>();
            entries.forEach(entry -> routeNames.add(entry.name()));
            var scenarios = new ScenariosSection(routeNames, known, unknown, problems);
            var configuration = new Configuration(
                    service == null ? "precinct" : service.value(),
                    place.configDir(),
                    http,
                    deploy,
                    entries,
                    scenarios.read(file.map("scenarios")),
                    resolvers,
                    ResolversSection.fixtureDirs(resolvers),
                    file.flag("strict_input"),
                    VerifySection.ofService(file),
                    Objects.requireNonNullElse(VerifySection.output(file), VerifyOutput.LOG),
                    ArchetypesSection.read(file.map("archetypes"), known, unknown, problems),
                    GatewaySection.read(file, place.configDir(), http.port()),
                    yaml,
                    Instant.now(),
                    List.of());
            return new ServiceFile(configuration, unknown, file.at("boundary_path"), soundDeploy);
        }
    }

    /**
     * Whether the deployment keys are valid. Broken tags need a check of their own: they were reported and read as
     * absent.
     */
    private static boolean sound(YamlNode root, boolean read) {
        return read
                && root instanceof YamlNode.Mapping map
                && map.entries().stream()
                        .filter(entry -> entry.key().equals("boundary_path")
                                || entry.key().equals("deploy"))
                        .noneMatch(entry -> NodeData.isBroken(entry.value()));
    }
}
