package io.precinct.config;

import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the framework together with the settings files of domains: reloads and problems cover both.
 */
record WholeFolder(ConfigurationFolder framework, SettingsFiles settings) implements ConfigurationSource {
    @Override
    public @Nullable Configuration current() {
        return framework.current();
    }

    @Override
    public @Nullable DeploySettings deploy() {
        return framework.deploy();
    }

    @Override
    public Map<String, List<Location>> tags() {
        return framework.tags();
    }

    @Override
    public List<Problem> problems() {
        return both(framework.problems(), settings.problems());
    }

    @Override
    public List<Problem> warnings() {
        return both(
                framework.warnings(),
                settings.found().stream().filter(Problem::warning).toList());
    }

    @Override
    public List<Problem> reload() {
        return both(framework.reload(), settings.reload());
    }

    private static List<Problem> both(List<Problem> first, List<Problem> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    @Override
    public AutoCloseable subscribe(Consumer<Configuration> listener) {
        return framework.subscribe(listener);
    }
}
