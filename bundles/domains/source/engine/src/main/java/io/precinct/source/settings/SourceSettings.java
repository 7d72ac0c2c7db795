package io.precinct.source.settings;

import io.precinct.source.api.SourceLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * The content of {@code source.yml}.
 *
 * @param repositories in the order of the file
 * @param port of a listener of its own, or empty
 * @param storage folder of the clones, absolute
 * @param cache folder of the facts found in them, absolute
 * @param limits of requests
 * @param treesBytes most memory for kept syntax trees
 * @param grammars sources of languages that are not shipped
 */
public record SourceSettings(
        List<RepositorySettings> repositories,
        OptionalInt port,
        Path storage,
        Path cache,
        SourceLimits limits,
        long treesBytes,
        GrammarSettings grammars) {
    public SourceSettings {
        repositories = List.copyOf(repositories);
    }
}
