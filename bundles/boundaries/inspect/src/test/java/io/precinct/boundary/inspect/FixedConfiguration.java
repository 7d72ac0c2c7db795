package io.precinct.boundary.inspect;

import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.Problem;
import java.util.List;
import java.util.function.Consumer;

/** Files that never became a configuration, with the problems a test gives them. */
final class FixedConfiguration implements ConfigurationSource {
    List<Problem> problems = List.of();

    @Override
    public Configuration current() {
        return null;
    }

    @Override
    public List<Problem> problems() {
        return problems;
    }

    @Override
    public List<Problem> reload() {
        return problems;
    }

    @Override
    public AutoCloseable subscribe(Consumer<Configuration> listener) {
        return () -> {};
    }
}
