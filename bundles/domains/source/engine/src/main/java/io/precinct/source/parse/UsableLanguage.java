package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Query;
import org.jspecify.annotations.Nullable;

/** What it takes to parse texts of a language and to find something in them. */
public interface UsableLanguage {
    /** What its author says about it. */
    Language language();

    /**
     * Differs wherever the native parser or what is asked of it differs, so that facts found with one are not the other's;
     * the same after a restart.
     */
    String identity();

    NativeLanguage nativeLanguage();

    /** Finds declarations; null where the language has no such query. */
    @Nullable
    Query symbols();

    /** Finds strings that count as comments; null where the language has no such query. */
    @Nullable
    Query docstrings();

    /** What {@link #errors} looks for. */
    String ERRORS = "(ERROR) @error";

    /** Finds errors of syntax; null where nothing looks for them. */
    @Nullable
    Query errors();

    /** Finds what is to be highlighted; null where the language has no such query. */
    @Nullable
    Query highlights();
}
