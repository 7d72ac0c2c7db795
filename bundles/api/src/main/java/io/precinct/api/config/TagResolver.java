package io.precinct.api.config;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Resolves a YAML tag of the configuration. Register it as a component and describe it with {@link ResolvesTag}; the
 * phase decides whether it is asked while configuration is loaded or when a request needs the value. Thread-safe.
 */
@ConsumerType
public interface TagResolver {
    /**
     * The value that replaces the tag.
     *
     * @return plain data; it may hold shapes
     * @throws TagException if the tag cannot be resolved: a load error (early) or a failing result entry (late)
     * @throws Exception anything else: an incident in the log; clients learn only its number
     */
    @Nullable
    Object resolve(Call call) throws Exception;

    /**
     * Checks the argument of a late tag while configuration is loaded; must not read what it refers to.
     *
     * @throws TagException if the argument can never be resolved: a load error
     */
    default void check(Call call) throws TagException {}

    /** One tag to resolve. */
    interface Call {
        /** The tag without its exclamation mark. */
        String tag();

        /** What follows the tag, as plain data: a scalar, a list or a map. */
        @Nullable
        Object argument();

        /** {@code resolvers.<tag>} of the configuration, with the early tags in it resolved; paths are absolute. */
        Map<String, @Nullable Object> settings();

        /** The folder of the configuration. */
        Path configDir();

        /** When the answer becomes useless; {@link Instant#MAX} while configuration is loaded. */
        Instant deadline();

        /**
         * Reads a YAML document under the rules of the configuration (YAML 1.2, duplicate keys refused, the tags
         * {@code !Fields} and {@code !Match} understood).
         *
         * @throws TagException if the file is missing or not valid YAML, with line and column
         */
        @Nullable
        Object readYaml(Path file) throws TagException;
    }
}
