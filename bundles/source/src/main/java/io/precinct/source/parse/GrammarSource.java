package io.precinct.source.parse;

import java.util.Optional;

/** Where languages come from that no bundle brings. Thread-safe. */
interface GrammarSource {
    /** What an earlier fetch brought; nothing is asked of the network. */
    Optional<Fetched> cached(String name);

    /**
     * Fetches a language, checks it and tries it in a process of its own.
     *
     * @throws Unusable with the reason why there is none
     */
    Fetched fetch(String name) throws Unusable;

    /** None. */
    GrammarSource NONE = new GrammarSource() {
        @Override
        public Optional<Fetched> cached(String name) {
            return Optional.empty();
        }

        @Override
        public Fetched fetch(String name) throws Unusable {
            throw new Unusable("no bundle brings " + name + ", and nothing is fetched here", null);
        }
    };
}
