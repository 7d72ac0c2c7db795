package io.precinct.source.api;

import java.util.List;
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

    /** Limits as configured. */
    SourceLimits limits();
}
