package io.precinct.config.section;

import io.precinct.config.name.KnownNames;
import io.precinct.config.name.Unknown;
import io.precinct.config.yaml.Node;
import io.precinct.config.yaml.Problems;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.config.Yaml;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The whole of {@code service.yml}, its tags resolved, read section by section.
 *
 * @param configuration what it says; of use only where there were no errors
 * @param unknown names it refers to that nobody knows yet
 * @param boundaryPathAt where it says {@code boundary_path}
 */
public record ServiceFile(Configuration configuration, Unknown unknown, Location boundaryPathAt) {
    /**
     * Where a load takes place.
     *
     * @param configDir the configuration folder
     * @param dataDir the folder that survives restarts
     * @param fixedPort a port that wins over the configured one
     */
    public record Place(Path configDir, Path dataDir, OptionalInt fixedPort) {}

    /**
     * Reads the file.
     *
     * @param root its tree, without tags
     * @param resolvers settings by tag, read before because the tags needed them
     * @param names the names that may be referred to, once it is known where further bundles wait
     */
    public static @Nullable ServiceFile read(
            Node root,
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
            file.node("resolvers"); // Read before, for the tags; here it only counts as known.
            Section.Text service = file.text("service");
            var http = HttpSection.read(file, place.fixedPort());
            DeploySettings deploy = DeploySection.read(file, place.configDir(), place.dataDir());
            KnownNames known = names.apply(deploy);
            var unknown = new Unknown();
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
                    ArchetypesSection.read(file.map("archetypes"), known, unknown, problems),
                    GatewaySection.read(file, place.configDir(), http.port()),
                    yaml,
                    Instant.now(),
                    List.of());
            return new ServiceFile(configuration, unknown, file.at("boundary_path"));
        }
    }
}
