package io.precinct.source.parse;

import java.util.Optional;

/** Where there are only the languages that bundles bring. */
final class NothingFetched implements GrammarSource {
    @Override
    public Optional<FetchedGrammar> cached(String name) {
        return Optional.empty();
    }

    @Override
    public FetchedGrammar fetch(String name) throws LanguageUnusable {
        throw new LanguageUnusable("no bundle brings " + name + ", and nothing is fetched here", null);
    }
}
