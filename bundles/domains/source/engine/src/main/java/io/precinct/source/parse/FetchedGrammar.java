package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A fetched grammar in the cache, checked and tried.
 *
 * @param library the native parser
 * @param identity see {@link UsableLanguage#identity}
 * @param abi of the native parser
 * @param from package, version: {@code tree-sitter-lua 0.4.1}
 * @param lacks what its package lacks, as a sentence, or null
 */
record FetchedGrammar(
        Language language,
        Path library,
        String identity,
        int abi,
        String from,
        @Nullable String lacks) {}
