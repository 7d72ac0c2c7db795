package io.precinct.config;

import io.precinct.config.section.ServiceFile;
import io.precinct.config.yaml.Problems;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handles the keys that a running process cannot change; all others can be reloaded. A reload keeps their current
 * values and warns of it.
 */
final class RestartKeys {
    private RestartKeys() {}

    /** The configuration of {@code read}, with the values of {@code serving} for keys whose change needs a restart. */
    static Configuration keep(ServiceFile read, @Nullable Configuration serving, Problems problems) {
        Configuration fresh = read.configuration();
        if (serving == null
                || serving.deploy().boundaryPath().equals(fresh.deploy().boundaryPath())) {
            return fresh;
        }
        problems.warn(
                read.boundaryPathAt(),
                "boundary_path changed and needs a restart; " + serving.deploy().boundaryPath() + " stays in use",
                "restart to use " + fresh.deploy().boundaryPath());
        DeploySettings deploy = fresh.deploy();
        return copy(
                fresh,
                new DeploySettings(
                        serving.deploy().boundaryPath(),
                        deploy.trustHashes(),
                        deploy.trustSigners(),
                        deploy.activation(),
                        deploy.drain(),
                        deploy.keep(),
                        deploy.maxJarBytes(),
                        deploy.replaces()),
                fresh.warnings());
    }

    /** {@code configuration} with these warnings. */
    static Configuration withWarnings(Configuration configuration, List<Problem> warnings) {
        return copy(configuration, configuration.deploy(), warnings);
    }

    private static Configuration copy(Configuration of, DeploySettings deploy, List<Problem> warnings) {
        return new Configuration(
                of.service(),
                of.dir(),
                of.http(),
                deploy,
                of.routes(),
                of.scenarios(),
                of.resolvers(),
                of.fixtureDirs(),
                of.strictInput(),
                of.verify(),
                of.verifyOutput(),
                of.archetypes(),
                of.gateway(),
                of.yaml(),
                of.loadedAt(),
                warnings);
    }
}
