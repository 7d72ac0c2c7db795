package io.precinct.boundary.operations.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The levels of loggers; thread-safe. */
interface LogLevels {
    /**
     * A logger.
     *
     * @param name its name
     * @param level its own level in lower case, or null where it has its parent's
     * @param effective the level that holds
     */
    record Entry(String name, @Nullable String level, String effective) {}

    /** All loggers, by name. */
    List<Entry> all();

    /** One logger; made where it is not there yet. */
    Entry of(String name);

    /**
     * Gives a logger a level, or its parent's.
     *
     * @param level in lower case, one of {@link LoggerAdmin#LEVELS}; null for its parent's
     */
    void change(String name, @Nullable String level);
}
