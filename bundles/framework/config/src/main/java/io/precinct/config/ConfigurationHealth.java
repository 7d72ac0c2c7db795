package io.precinct.config;

import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.config.FileReadings.Refused;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.Problem;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The health check of the configuration: up if every file is in use as it is, and everything that they name is deployed.
 * Thread-safe.
 */
final class ConfigurationHealth implements HealthCheck {
    /** How many problems of a file are told; inspection tells all. */
    private static final int TOLD = 3;

    /** How many problems are told to machines. */
    private static final int MOST = 50;

    private final ConfigurationFolder folder;
    private final SettingsFiles settings;

    ConfigurationHealth(ConfigurationFolder folder, SettingsFiles settings) {
        this.folder = folder;
        this.settings = settings;
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
        List<Refused> refused = Stream.of(folder.readings(), settings.readings())
                .flatMap(readings -> readings.refused().stream())
                .toList();
        List<Problem> lacking = folder.degraded();
        if (refused.isEmpty() && lacking.isEmpty()) {
            return Verdict.up(current.routes().size() + " routes are configured");
        }
        String detail = Stream.concat(
                        refused.stream().map(ConfigurationHealth::told),
                        lacking.stream().map(problem -> problem.at() + ": " + problem.message()))
                .collect(Collectors.joining("; "));
        return new Verdict(Status.DEGRADED, detail, facts(refused));
    }

    /** The first problems of a file, and what they cause. */
    private static String told(Refused file) {
        int further = file.errors().size() - TOLD;
        String problems = file.errors().stream()
                .limit(TOLD)
                .map(problem -> problem.at() + ": " + problem.message())
                .collect(Collectors.joining("; "));
        return problems + (further > 0 ? "; " + further + " further problems of " + file.file() : "")
                + "; what was read from " + file.file() + " before stays in use";
    }

    private static Map<String, @Nullable Object> facts(List<Refused> refused) {
        if (refused.isEmpty()) {
            return Map.of();
        }
        Instant since = refused.stream()
                .map(Refused::since)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return Data.map(
                "since",
                since.toString(),
                "problems",
                refused.stream()
                        .flatMap(file -> file.errors().stream())
                        .limit(MOST)
                        .map(Problem::toData)
                        .toList());
    }
}
