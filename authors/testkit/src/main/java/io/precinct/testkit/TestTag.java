package io.precinct.testkit;

import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.api.data.Data;
import io.precinct.config.tag.YamlDocuments;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tag of a configuration: the argument for calling a {@link TagResolver} under test, and a late tag in a scenario of
 * a {@link TestChain}. Immutable.
 *
 * <pre>{@code
 * Object value = new Env().resolve(TestTag.of("Env", Map.of("name", "PORT", "default", 3000)));
 * }</pre>
 *
 * @param tag without the exclamation mark
 * @param argument the tagged value, plain data
 * @param settings {@code resolvers.<tag>} of the configuration; a chain uses those of {@link TestChain#settings}
 *     instead
 * @param configDir the folder of the configuration
 * @param deadline when the answer is no longer of use
 */
public record TestTag(
        String tag, @Nullable Object argument, Map<String, @Nullable Object> settings, Path configDir, Instant deadline)
        implements TagResolver.Call {
    /** A tag without settings, in the current folder. */
    public static TestTag of(String tag, @Nullable Object argument) {
        return new TestTag(tag, Data.freeze(argument), Map.of(), Path.of("").toAbsolutePath(), Instant.MAX);
    }

    /** The same tag with these settings. */
    public TestTag with(Map<String, ?> settings) {
        return new TestTag(tag, argument, Data.freezeMap(settings), configDir, deadline);
    }

    /** The same tag in a configuration in this folder. */
    public TestTag in(Path configDir) {
        return new TestTag(tag, argument, settings, configDir, deadline);
    }

    @Override
    public @Nullable Object readYaml(Path file) throws TagException {
        return new YamlDocuments().read(file);
    }
}
