package io.precinct.core.api.config;

import io.precinct.api.data.Data;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something wrong in the configuration.
 *
 * @param at where
 * @param message what is wrong
 * @param hint what to do, or null
 * @param warning true if the configuration serves all the same
 */
public record Problem(Location at, String message, @Nullable String hint, boolean warning) {
    /** {@code file:line: message (hint)}. */
    public String line() {
        return at + ": " + (warning ? "warning: " : "") + message + (hint == null ? "" : " (" + hint + ")");
    }

    /** As it is served: {@code file, line, message, hint}. */
    public Map<String, @Nullable Object> toData() {
        return Data.map("file", at.file(), "line", at.line(), "message", message, "hint", hint);
    }
}
