package io.precinct.source.settings;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sources of languages that are not shipped.
 *
 * @param registry npm registry to fetch them from, or null for the public one
 * @param pins absolute path of the lock file with the version of each that may be fetched
 * @param extensions languages by name endings behind a dot, overriding the grammars' own
 */
public record GrammarSettings(@Nullable URI registry, Path pins, Map<String, String> extensions) {
    public GrammarSettings {
        extensions = Map.copyOf(extensions);
    }

    /** Without extensions. */
    public GrammarSettings(@Nullable URI registry, Path pins) {
        this(registry, pins, Map.of());
    }

    /** Whether another one takes grammars from the same sources. */
    public boolean isFrom(GrammarSettings other) {
        return Objects.equals(registry, other.registry) && pins.equals(other.pins);
    }
}
