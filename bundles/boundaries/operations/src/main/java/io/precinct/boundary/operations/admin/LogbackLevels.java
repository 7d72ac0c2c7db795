package io.precinct.boundary.operations.admin;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The levels of logback, which is on the class path of the process. */
final class LogbackLevels implements LogLevels {
    private final LoggerContext loggers;

    LogbackLevels(LoggerContext loggers) {
        this.loggers = loggers;
    }

    @Override
    public List<LogLevels.Entry> all() {
        return loggers.getLoggerList().stream().map(LogbackLevels::view).toList();
    }

    @Override
    public LogLevels.Entry of(String name) {
        return view(loggers.getLogger(name));
    }

    @Override
    public void change(String name, @Nullable String level) {
        loggers.getLogger(name).setLevel(level == null ? null : Level.valueOf(level.toUpperCase(Locale.ROOT)));
    }

    private static LogLevels.Entry view(Logger logger) {
        Level own = logger.getLevel();
        return new LogLevels.Entry(
                logger.getName(), own == null ? null : wireName(own), wireName(logger.getEffectiveLevel()));
    }

    private static String wireName(Level level) {
        return level.toString().toLowerCase(Locale.ROOT);
    }
}
