package io.precinct.config;

import io.precinct.config.section.ServiceFile;
import io.precinct.config.yaml.Problems;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a running process cannot change; everything else is reloadable. A reload keeps what served for these, and
 * says so.
 */
final class RestartKeys {
    private RestartKeys() {}

    /** What {@code read} says, with the settings of {@code serving} where a change of them needs a restart. */
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
