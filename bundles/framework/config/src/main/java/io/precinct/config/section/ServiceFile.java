package io.precinct.config.section;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsPart;
import io.precinct.config.name.KnownNames;
import io.precinct.config.name.UnknownNames;
import io.precinct.config.settings.InUse;
import io.precinct.config.settings.Section;
import io.precinct.config.settings.SettingsMap;
import io.precinct.config.yaml.NodeData;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.HttpSettings;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code service.yml}, read section by section after its tags were resolved.
 *
 * @param configuration the configuration; valid only if there were no errors
 * @param unknown names that the configuration refers to and that are not known yet
 * @param soundDeploy whether the settings of hot deployment are valid, even if there are errors elsewhere
 */
public record ServiceFile(Configuration configuration, UnknownNames unknown, boolean soundDeploy) {
    /** The file, in the configuration folder. */
    public static final String NAME = "service.yml";

    private static final Setting<String> SERVICE =
            Setting.text("service").or("precinct").describedAs("The name of the service.");

    private static final Setting<Boolean> STRICT_INPUT = Setting.flag("strict_input")
            .absentMeans("`false`")
            .describedAs("Whether reading a key that a boundary does not declare fails.");

    private static final List<SettingsMember> MEMBERS = Stream.of(
                    List.<SettingsMember>of(SERVICE, STRICT_INPUT),
                    HttpSection.MEMBERS,
                    VerifySection.MEMBERS,
                    GatewaySection.MEMBERS)
            .flatMap(List::stream)
            .toList();

    /**
     * The declared settings of the file. Routes, scenarios, archetypes and settings of tags have readers of their own.
     */
    public static final SettingsPart PART = new SettingsPart(
            NAME,
            Stream.concat(MEMBERS.stream(), DeploySection.MEMBERS.stream()).toList());

    /**
     * The surroundings of a load.
     *
     * @param configDir the configuration folder
     * @param dataDir the folder that survives restarts
     * @param fixedPort a port that overrides the configured one
     * @param check whether the file is only checked, together with what the running service judges by itself
     */
    public record Place(Path configDir, Path dataDir, OptionalInt fixedPort, boolean check) {}

    /**
     * Reads the file.
     *
     * @param file its map, with all tags resolved; closed afterwards
     * @param inUse the values in use of keys that need a restart
     * @param resolvers settings by tag, already read because resolving the tags needed them
     * @param names returns the names that may be referred to, given the folder of the bundles that are to be deployed
     */
    public static ServiceFile read(
            Section file,
            Place place,
            InUse inUse,
            Map<String, Map<String, @Nullable Object>> resolvers,
            Function<DeploySettings, KnownNames> names,
            Yaml yaml) {
        try (file) {
            Problems problems = file.problems();
            file.node("resolvers"); // Already read for the tags; this only makes the key known.
            int before = problems.errors();
            Settings ofDeploy = SettingsMap.read(file, DeploySection.MEMBERS, place.configDir(), inUse);
            DeploySettings deploy = DeploySection.read(ofDeploy, place.dataDir());
            boolean soundDeploy = problems.errors() == before && !isBroken(file, DeploySection.MEMBERS);
            Settings settings = SettingsMap.read(file, MEMBERS, place.configDir(), inUse);
            HttpSettings http = HttpSection.read(settings, place.fixedPort());
            KnownNames known = names.apply(deploy);
            var unknown = new UnknownNames();
            var routes = new RoutesSection(known, unknown, problems);
            List<RouteEntry> entries = routes.read(file.value("routes").entries());
            Set<String> routeNames = new HashSet<>();
            entries.forEach(entry -> routeNames.add(entry.name()));
            var scenarios = new ScenariosSection(
                    routeNames,
                    known,
                    unknown,
                    new MissingFixtures(ResolversSection.fixtureDirs(resolvers), problems),
                    problems);
            var configuration = new Configuration(
                    settings.need(SERVICE),
                    place.configDir(),
                    http,
                    deploy,
                    entries,
                    scenarios.read(file.value("scenarios").entries()),
                    resolvers,
                    ResolversSection.fixtureDirs(resolvers),
                    settings.get(STRICT_INPUT),
                    VerifySection.ofService(settings),
                    VerifySection.outputOfService(settings),
                    ArchetypesSection.read(file.value("archetypes").entries(), known, unknown, problems),
                    GatewaySection.read(settings, http.port(), place.check()),
                    yaml,
                    Instant.now(),
                    problems.inOrder());
            return new ServiceFile(configuration, unknown, soundDeploy);
        }
    }

    /**
     * Whether a tag within one of these members failed. Such a tag was already reported, and its value reads as absent.
     */
    private static boolean isBroken(Section file, List<SettingsMember> members) {
        return members.stream().map(SettingsMember::key).anyMatch(key -> {
            YamlNode node = file.node(key);
            return node == null ? !file.isSilent(key) : NodeData.isBroken(node);
        });
    }
}
