package io.precinct.source.parse;

import java.util.Optional;

/** The source of languages that no bundle brings. Thread-safe. */
interface GrammarSource {
    /** The result of an earlier fetch, without using the network. */
    Optional<FetchedGrammar> cached(String name);

    /**
     * Fetches a language, checks it and tries it in a process of its own.
     *
     * @throws LanguageUnusable with the reason if there is none
     */
    FetchedGrammar fetch(String name) throws LanguageUnusable;
}
