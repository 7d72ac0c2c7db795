package io.precinct.boundary.operations.admin;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The levels of logback. If the process uses another logging backend, the classes of logback are missing, so this class
 * must not be loaded before they are known to exist. Thread-safe.
 */
final class LogbackLevels {
    private final LoggerContext loggers;

    /**
     * A logger.
     *
     * @param name its name
     * @param level its own level in lower case, or null if it has the level of its parent
     * @param effective the level in effect
     */
    record Entry(String name, @Nullable String level, String effective) {}

    LogbackLevels(LoggerContext loggers) {
        this.loggers = loggers;
    }

    /** All loggers, by name. */
    List<Entry> all() {
        return loggers.getLoggerList().stream().map(LogbackLevels::view).toList();
    }

    /** One logger; created if it does not exist yet. */
    Entry of(String name) {
        return view(loggers.getLogger(name));
    }

    /**
     * Sets the level of a logger, or resets it to that of its parent.
     *
     * @param level in lower case, one of {@link LoggerAdmin#LEVELS}; null for its parent's
     */
    void change(String name, @Nullable String level) {
        loggers.getLogger(name).setLevel(level == null ? null : Level.valueOf(level.toUpperCase(Locale.ROOT)));
    }

    private static Entry view(Logger logger) {
        Level own = logger.getLevel();
        return new Entry(logger.getName(), own == null ? null : wireName(own), wireName(logger.getEffectiveLevel()));
    }

    private static String wireName(Level level) {
        return level.toString().toLowerCase(Locale.ROOT);
    }
}
