package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import java.nio.file.Path;

/**
 * A grammar that was fetched, checked and tried, as it lies in the cache.
 *
 * @param library the native parser
 * @param identity see {@link UsableLanguage#identity}
 * @param abi of the native parser
 * @param from package, version: {@code tree-sitter-lua 0.4.1}
 */
record FetchedGrammar(Language language, Path library, String identity, int abi, String from) {}
