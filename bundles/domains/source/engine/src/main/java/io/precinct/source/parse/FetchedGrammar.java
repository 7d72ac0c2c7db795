package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A grammar that was fetched, checked and tried, as it lies in the cache.
 *
 * @param library the native parser
 * @param identity see {@link UsableLanguage#identity}
 * @param abi of the native parser
 * @param from package, version: {@code tree-sitter-lua 0.4.1}
 * @param lacks what its package does not bring, as a sentence, or null
 */
record FetchedGrammar(
        Language language,
        Path library,
        String identity,
        int abi,
        String from,
        @Nullable String lacks) {}
