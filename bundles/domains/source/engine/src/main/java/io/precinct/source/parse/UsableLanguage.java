package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Query;
import org.jspecify.annotations.Nullable;

/** What is needed to parse texts of a language and to find things in them. */
public interface UsableLanguage {
    /** Its author's description. */
    Language language();

    /**
     * Differs whenever the native parser or its queries differ, so that facts found with one are not used for the
     * other; the same after a restart.
     */
    String identity();

    NativeLanguage nativeLanguage();

    /** Finds declarations; null if the language has no such query. */
    @Nullable
    Query symbols();

    /** Finds strings that count as comments; null if the language has no such query. */
    @Nullable
    Query docstrings();

    /** The query of {@link #errors}. */
    String ERRORS = "(ERROR) @error";

    /** Finds syntax errors; null if nothing looks for them. */
    @Nullable
    Query errors();

    /** Finds what is to be highlighted; null if the language has no such query. */
    @Nullable
    Query highlights();
}
