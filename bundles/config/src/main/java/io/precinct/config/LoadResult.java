package io.precinct.config;

import io.precinct.config.name.UnknownNames;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.plugin.DeployedResolver;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one reading of the folder came to.
 *
 * @param configuration what now serves, or null where there are errors
 * @param problems errors and warnings, in the order of the files
 * @param deploy what the files say about hot deployment, where that part of them is sound, or null
 * @param tags every tag met, with the resolver that was deployed for it
 * @param unknown names that nobody knew
 * @param files what was read, as it was then
 */
record LoadResult(
        @Nullable Configuration configuration,
        List<Problem> problems,
        @Nullable DeploySettings deploy,
        Map<String, Optional<DeployedResolver>> tags,
        UnknownNames unknown,
        WatchedFiles files) {
    /** True where the same files would now be read otherwise: a resolver came, went or was swapped, or a name is known. */
    boolean isOutdatedBy(PluginSnapshot plugins) {
        boolean otherResolver = tags.entrySet().stream()
                .anyMatch(tag -> !tag.getValue()
                        .equals(Optional.ofNullable(plugins.resolvers().get(tag.getKey()))));
        return otherResolver || unknown.isDeployedIn(plugins);
    }
}
