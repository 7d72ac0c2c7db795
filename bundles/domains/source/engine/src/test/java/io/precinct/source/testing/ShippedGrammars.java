package io.precinct.source.testing;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.parse.GrammarFile;

/** Grammars of the distribution, whose jars are on the class path. */
public final class ShippedGrammars {
    private ShippedGrammars() {}

    /** The grammar of a language. */
    public static Grammar grammar(String language) {
        return GrammarFile.read(
                ShippedGrammars.class.getClassLoader()::getResource, "grammars/" + language + "/grammar.json");
    }
}
