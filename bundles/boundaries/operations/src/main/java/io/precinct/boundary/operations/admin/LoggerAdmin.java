package io.precinct.boundary.operations.admin;

import ch.qos.logback.classic.LoggerContext;
import io.precinct.api.boundary.BadInput;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.api.data.Json;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Shows and changes the levels of loggers; a change lasts until the process ends. Thread-safe. */
public final class LoggerAdmin {
    /** The levels, the most verbose first, and the word that resets to the level of the parent. */
    public static final List<String> LEVELS = List.of("trace", "debug", "info", "warn", "error", "off", "default");

    private static final String INHERITED = "default";
    private static final String ROOT = "ROOT";

    private static final View<LogbackLevels.Entry> ENTRY = View.<LogbackLevels.Entry>object()
            .with("name", Schema.text(), LogbackLevels.Entry::name)
            .with("level", Schema.text().orNull(), LogbackLevels.Entry::level)
            .with("effective", Schema.text(), LogbackLevels.Entry::effective)
            .named("Logger");

    private static final View<List<LogbackLevels.Entry>> ENTRIES =
            View.<List<LogbackLevels.Entry>>object().list("loggers", ENTRY, entries -> entries);

    /** The answer of {@link #change}. */
    public static final Schema LOGGER = ENTRY.schema();

    /** The answer of {@link #list}. */
    public static final Schema LOGGERS = ENTRIES.schema();

    private final @Nullable LogbackLevels levels = levels();

    /** The levels of logback, or null if slf4j has another backend, whose levels cannot be changed here. */
    private static @Nullable LogbackLevels levels() {
        try {
            return LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                    ? new LogbackLevels(context)
                    : null;
        } catch (NoClassDefFoundError _) {
            return null; // the import of logback is optional
        }
    }

    private static Denial noLevels() {
        return Denial.of(
                501,
                "log levels can be changed only where slf4j logs through logback; here it logs through "
                        + LoggerFactory.getILoggerFactory().getClass().getName());
    }

    /** {@code GET /admin/loggers}: those that have a level of their own; with {@code ?all=true} every logger. */
    public Outcome list(Input input) {
        if (levels == null) {
            return noLevels();
        }
        boolean all = input.query().truth("all", false);
        return Reply.ok(ENTRIES.toData(levels.all().stream()
                .filter(level -> all || level.level() != null)
                .toList()));
    }

    /** {@code PUT /admin/loggers/:name}. */
    public Outcome change(Input input) {
        if (levels == null) {
            return noLevels();
        }
        String name = input.params().text("name");
        String level = input.params().text("level").toLowerCase(Locale.ROOT);
        if (!LEVELS.contains(level)) {
            throw new BadInput("params.level", "one of " + String.join(", ", LEVELS), Json.compact(level));
        }
        String logger = name.equalsIgnoreCase(ROOT) ? ROOT : name;
        if (logger.equals(ROOT) && level.equals(INHERITED)) {
            throw new BadInput("params.level", "a level: the root logger has no parent", Json.compact(level));
        }
        levels.change(logger, level.equals(INHERITED) ? null : level);
        Audit.note(input, "changing the level of the logger " + logger, level);
        return Reply.ok(ENTRY.toData(levels.of(logger)));
    }
}
