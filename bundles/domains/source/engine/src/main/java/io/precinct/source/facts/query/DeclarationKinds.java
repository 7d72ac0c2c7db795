package io.precinct.source.facts.query;

import io.precinct.source.api.SourceFault;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.parse.AcquiredLanguage;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The kinds of declarations that languages have, and the kinds that stand for others. */
public final class DeclarationKinds {
    private static final String DEFINITION = "@definition.";

    /** Every grammar knows these two, whether it has such declarations or not. */
    private static final Set<String> ALWAYS = Set.of("method", "class");

    private DeclarationKinds() {}

    /**
     * The meaning of a kind in each of some languages.
     *
     * @throws SourceFault 422 {@code unknown_kind} if none of them has it
     */
    public static Map<String, Set<String>> of(String kind, Collection<String> languages, Engine engine) {
        var meanings = new HashMap<String, Set<String>>();
        var available = new TreeSet<>(ALWAYS);
        for (String language : languages) {
            try (AcquiredLanguage loaded = engine.acquire(language)) {
                if (loaded == null) {
                    continue;
                }
                var own = new TreeSet<>(kinds(loaded.language().symbols()));
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

    /** Reads the text of the query: that of an isolated language is compiled elsewhere. */
    private static Set<String> kinds(String symbols) {
        var kinds = new TreeSet<String>();
        for (int at = symbols.indexOf(DEFINITION); at >= 0; at = symbols.indexOf(DEFINITION, at + 1)) {
            int from = at + DEFINITION.length();
            int to = from;
            while (to < symbols.length()
                    && (Character.isLetterOrDigit(symbols.charAt(to)) || symbols.charAt(to) == '_')) {
                to++;
            }
            kinds.add(symbols.substring(from, to));
        }
        return kinds;
    }
}
