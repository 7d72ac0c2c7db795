package io.precinct.source.parse;

import java.util.Optional;

/** Where languages come from that no bundle brings. Thread-safe. */
interface GrammarSource {
    /** What an earlier fetch brought; nothing is asked of the network. */
    Optional<FetchedGrammar> cached(String name);

    /**
     * Fetches a language, checks it and tries it in a process of its own.
     *
     * @throws LanguageUnusable with the reason why there is none
     */
    FetchedGrammar fetch(String name) throws LanguageUnusable;
}
