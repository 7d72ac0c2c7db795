package io.precinct.source.api;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/** Live source. A service, implemented by the domain that owns clones, parses and facts. Thread-safe. */
@ProviderType
public interface Sources {
    /** The configured repositories in the order of the configuration. */
    List<Repository> repositories();

    /** The repository of this name, or null. */
    @Nullable
    Repository repository(String name);

    /** Names of the languages that can be parsed now, sorted. */
    List<String> languages();

    /** The configured limits. */
    SourceLimits limits();

    /**
     * Notifies whenever a repository begins to serve a commit: one that it did not serve before, or the first since the
     * start or since it was configured. Repositories that never change may inherit this implementation.
     *
     * @param told receives the name of the repository, on that repository's thread; returns quickly and throws nothing
     * @return ends the notifications
     * @since 1.2
     */
    default AutoCloseable onCommit(Consumer<String> told) {
        return () -> {};
    }
}
