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
    /** The configuration in use, or null before the first valid one. */
    @Nullable
    Configuration current();

    /**
     * The settings for hot deployment: those of the configuration in use or, before the first valid one, those of the
     * files as last read, if that part of them is sound. Null if neither has any.
     */
    default @Nullable DeploySettings deploy() {
        Configuration current = current();
        return current == null ? null : current.deploy();
    }

    /**
     * The places of tags in the configuration in use: by tag, without its exclamation mark, in the order of the file.
     *
     * @since 1.3
     */
    default Map<String, List<Location>> tags() {
        return Map.of();
    }

    /**
     * The problems of the current files if they have errors: these and the warnings beside them. While there are any,
     * {@link #current} stays in use.
     */
    List<Problem> problems();

    /**
     * What is odd in the current files but no obstacle, whether they are in use or have errors as well.
     *
     * @since 1.4
     */
    default List<Problem> warnings() {
        Configuration current = current();
        List<Problem> refused = problems();
        return refused.isEmpty() && current != null
                ? current.warnings()
                : refused.stream().filter(Problem::warning).toList();
    }

    /** Reads the files again, now. Returns the problems; empty if the files are now in use. */
    List<Problem> reload();

    /**
     * Notifies {@code listener} of the current configuration, if there is one, before returning, and of every further
     * one, one after the other. A listener must return quickly.
     *
     * @return ends the subscription
     */
    AutoCloseable subscribe(Consumer<Configuration> listener);
}
