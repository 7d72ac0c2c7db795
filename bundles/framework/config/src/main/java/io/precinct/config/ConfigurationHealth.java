package io.precinct.config;

import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** The health check of the configuration: up if everything that it uses is deployed. Thread-safe. */
final class ConfigurationHealth implements HealthCheck {
    private final ConfigurationFolder folder;

    ConfigurationHealth(ConfigurationFolder folder) {
        this.folder = folder;
    }

    @Override
    public String subject() {
        return "configuration";
    }

    @Override
    public Verdict check() {
        Configuration current = folder.current();
        if (current == null) {
            return Verdict.waiting("no configuration is loaded");
        }
        List<Problem> degraded = folder.degraded();
        return degraded.isEmpty()
                ? Verdict.up(current.routes().size() + " routes are configured")
                : Verdict.degraded(degraded.stream()
                        .map(problem -> problem.at() + ": " + problem.message())
                        .collect(Collectors.joining("; ")));
    }
}
