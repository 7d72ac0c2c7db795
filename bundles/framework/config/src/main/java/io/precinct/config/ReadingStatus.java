package io.precinct.config;

import io.precinct.core.api.config.Problem;
import java.util.List;

/** Shows the state of what is read from the configuration folder. */
@FunctionalInterface
public interface ReadingStatus {
    /**
     * Shows a state.
     *
     * @param state one of those of {@code Launch.CONFIG_STATE}
     */
    void show(String state, List<Problem> problems);
}
