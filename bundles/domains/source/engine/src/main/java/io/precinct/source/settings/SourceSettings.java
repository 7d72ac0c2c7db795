package io.precinct.source.settings;

import io.precinct.source.api.SourceLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * What {@code source.yml} says.
 *
 * @param repositories in the order of the file
 * @param port of a listener of its own, or empty
 * @param storage folder of the clones, absolute
 * @param cache folder of what was found in them, absolute
 * @param limits of requests
 * @param treesBytes most memory for syntax trees that are kept
 * @param grammars where languages come from that are not shipped
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
