package io.precinct.config;

import io.precinct.core.api.config.Problem;
import java.util.List;

/** Told of every change of state of what is read of the configuration folder. */
@FunctionalInterface
public interface ReadingStatus {
    /**
     * Shows a state.
     *
     * @param state one of those of {@code Launch.CONFIG_STATE}
     */
    void show(String state, List<Problem> problems);
}
