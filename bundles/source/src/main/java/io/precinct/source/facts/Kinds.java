package io.precinct.source.facts;

import io.precinct.source.api.SourceFault;
import io.precinct.source.facts.Engine.Loaded;
import io.precinct.treesitter.Query;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which kinds of declarations languages have, and which kinds stand for others. */
final class Kinds {
    private static final String DEFINITION = "definition.";

    /** Every grammar knows these two, whether it has such declarations or not. */
    private static final Set<String> ALWAYS = Set.of("method", "class");

    private Kinds() {}

    /**
     * What a kind means in each of some languages.
     *
     * @throws SourceFault 422 {@code unknown_kind} where none of them has it
     */
    static Map<String, Set<String>> of(String kind, Collection<String> languages, Engine engine) {
        var meanings = new HashMap<String, Set<String>>();
        var available = new TreeSet<>(ALWAYS);
        for (String language : languages) {
            try (Loaded loaded = engine.acquire(language)) {
                if (loaded == null) {
                    continue;
                }
                var own = new TreeSet<>(kinds(loaded.symbols()));
                var aliases = loaded.language().kinds();
                available.addAll(own);
                available.addAll(aliases.keySet());
                var meant = new TreeSet<String>();
                meant.add(kind);
                meant.addAll(aliases.getOrDefault(kind, List.of()));
                meant.retainAll(own);
                if (!meant.isEmpty()) {
                    meanings.put(language, meant);
                }
            }
        }
        if (!available.contains(kind)) {
            throw SourceFault.of(
                    422,
                    "unknown_kind",
                    "no language here has declarations of the kind " + kind,
                    "available",
                    List.copyOf(available));
        }
        return meanings;
    }

    private static Set<String> kinds(@Nullable Query symbols) {
        var kinds = new TreeSet<String>();
        for (int i = 0; symbols != null && i < symbols.captureCount(); i++) {
            String capture = symbols.captureName(i);
            if (capture.startsWith(DEFINITION)) {
                kinds.add(capture.substring(DEFINITION.length()));
            }
        }
        return kinds;
    }
}
