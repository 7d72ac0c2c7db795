package io.precinct.config;

import io.precinct.core.api.config.Problem;
import java.util.List;

/** Shows the state of a reading of the configuration folder. */
@FunctionalInterface
public interface ReadingStatus {
    /**
     * Shows a state.
     *
     * @param state one of the values of {@code Launch.CONFIG_STATE}
     */
    void show(String state, List<Problem> problems);
}
