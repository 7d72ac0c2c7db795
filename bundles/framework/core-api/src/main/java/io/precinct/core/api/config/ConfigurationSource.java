package io.precinct.core.api.config;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the configuration. A service; its properties {@code Launch.CONFIG_STATE} and {@code CONFIG_PROBLEMS} tell the
 * launcher how loading went. Thread-safe.
 */
public interface ConfigurationSource {
    /** The configuration that serves, or null before the first good one. */
    @Nullable
    Configuration current();

    /**
     * What is said about hot deployment: by the configuration that serves, or, before the first good one, by the files as
     * they were read last, as long as that part of them is sound. Null if neither says.
     */
    default @Nullable DeploySettings deploy() {
        Configuration current = current();
        return current == null ? null : current.deploy();
    }

    /**
     * Where the configuration that serves has tags: by tag, without its exclamation mark, in the order of the file.
     *
     * @since 1.3
     */
    default Map<String, List<Location>> tags() {
        return Map.of();
    }

    /** What is wrong with the files as they are now; they do not serve then, {@link #current} does. */
    List<Problem> problems();

    /** Reads the files again, now. Returns what is wrong; empty if the files now serve. */
    List<Problem> reload();

    /**
     * Tells {@code listener} of the current configuration, at once and before returning if there is one, and of every
     * further one, one after the other. A listener must return quickly.
     *
     * @return ends the subscription
     */
    AutoCloseable subscribe(Consumer<Configuration> listener);
}
