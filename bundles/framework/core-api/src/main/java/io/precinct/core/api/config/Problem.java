package io.precinct.core.api.config;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something wrong in the configuration.
 *
 * @param at its place
 * @param message what is wrong
 * @param hint what to do, or null
 * @param warning true if the configuration is usable nevertheless
 */
public record Problem(Location at, String message, @Nullable String hint, boolean warning) {
    /**
     * The form in which it is served.
     *
     * @since 1.3
     */
    public static final View<Problem> VIEW = View.<Problem>object()
            .with("file", Schema.text(), problem -> problem.at.file())
            .with("line", Schema.integer().atLeast(0), problem -> problem.at.line())
            .with("message", Schema.text(), Problem::message)
            .with("hint", Schema.text().orNull(), Problem::hint)
            .open()
            .named("Problem");

    /** {@code file:line: message (hint)}. */
    public String line() {
        return at + ": " + (warning ? "warning: " : "") + message + (hint == null ? "" : " (" + hint + ")");
    }

    /** The data form of {@link #VIEW}. */
    public Map<String, @Nullable Object> toData() {
        return VIEW.toData(this);
    }
}
