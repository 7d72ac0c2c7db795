package io.precinct.boundary.operations.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The levels of loggers; thread-safe. */
interface LogLevels {
    /**
     * A logger.
     *
     * @param name its name
     * @param level its own level in lower case, or null if it has its parent's
     * @param effective the level in effect
     */
    record Entry(String name, @Nullable String level, String effective) {}

    /** All loggers, by name. */
    List<Entry> all();

    /** One logger; created if it does not exist yet. */
    Entry of(String name);

    /**
     * Sets the level of a logger, or resets it to that of its parent.
     *
     * @param level in lower case, one of {@link LoggerAdmin#LEVELS}; null for its parent's
     */
    void change(String name, @Nullable String level);
}
