package io.precinct.source.settings;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where languages come from that are not shipped.
 *
 * @param registry npm registry to fetch them from, or null for the public one
 * @param pins absolute path of the lock file that says which version of each may be fetched
 * @param extensions which language files have whose names end so, behind a dot, whatever grammars say of them
 */
public record GrammarSettings(@Nullable URI registry, Path pins, Map<String, String> extensions) {
    public GrammarSettings {
        extensions = Map.copyOf(extensions);
    }

    /** Where nothing is said of extensions. */
    public GrammarSettings(@Nullable URI registry, Path pins) {
        this(registry, pins, Map.of());
    }

    /** Whether another one takes grammars from the same places. */
    public boolean isFrom(GrammarSettings other) {
        return Objects.equals(registry, other.registry) && pins.equals(other.pins);
    }
}
