package io.precinct.config;

import io.precinct.config.name.KnownNames;
import io.precinct.config.name.ManifestNames;
import io.precinct.config.name.ServedNames;
import io.precinct.config.name.UnknownNames;
import io.precinct.config.section.ReplacedRoutes;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.plugin.DeployedResolver;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of one load of the folder.
 *
 * @param configuration the configuration to serve from now on, or null if there are errors
 * @param problems errors and warnings, in the order of the files
 * @param degraded the problems that report something that served once and is no longer deployed
 * @param served the names that the configuration refers to, for the next start
 * @param deploy the settings of hot deployment, or null if they have errors themselves
 * @param tags every tag that was encountered, with the resolver that was deployed for it
 * @param places the locations of each of these tags
 * @param unknown names that were not known
 * @param routes the configured routes, valid or not
 * @param clashes the configured routes that clashed with contributed ones
 * @param files the files that were read, with their state at that time
 */
record LoadResult(
        @Nullable Configuration configuration,
        List<Problem> problems,
        List<Problem> degraded,
        ServedNames served,
        @Nullable DeploySettings deploy,
        Map<String, Optional<DeployedResolver>> tags,
        Map<String, List<Location>> places,
        UnknownNames unknown,
        List<RouteEntry> routes,
        List<ReplacedRoutes.Clash> clashes,
        FileStates files) {
    /**
     * True if a load of the same files may now have another result: a resolver of one of the tags was deployed, removed
     * or replaced, an unknown name has become known, or a bundle contributes a route at the place of a configured one.
     */
    boolean isOutdatedBy(PluginSnapshot plugins) {
        boolean otherResolver = tags.entrySet().stream()
                .anyMatch(tag -> !tag.getValue()
                        .equals(Optional.ofNullable(plugins.resolvers().get(tag.getKey()))));
        return otherResolver || unknown.isDeployedIn(plugins) || !clashes.equals(clashes(routes, plugins));
    }

    /** The configured routes that clash with routes that these plug-ins contribute. */
    static List<ReplacedRoutes.Clash> clashes(List<RouteEntry> routes, PluginSnapshot plugins) {
        var names = new KnownNames(plugins, ManifestNames.NOTHING, ManifestNames.NOTHING, ServedNames.NONE);
        return new ReplacedRoutes(names.contributed()).clashes(routes);
    }
}
