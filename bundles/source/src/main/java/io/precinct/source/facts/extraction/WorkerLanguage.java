package io.precinct.source.facts.extraction;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.facts.extraction.Engine.Loaded;
import io.precinct.source.parse.LoadedLanguage;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Query;
import org.jspecify.annotations.Nullable;

/** The language of a worker process, which owns it for as long as it lives. */
record WorkerLanguage(LoadedLanguage loaded) implements Loaded {
    @Override
    public Language language() {
        return loaded.language();
    }

    @Override
    public NativeLanguage parser() {
        return loaded.nativeLanguage();
    }

    @Override
    public @Nullable Query symbols() {
        return loaded.symbols();
    }

    @Override
    public @Nullable Query docstrings() {
        return loaded.docstrings();
    }

    @Override
    public @Nullable Query highlights() {
        return loaded.highlights();
    }

    @Override
    public String identity() {
        return loaded.identity();
    }

    @Override
    public boolean isolated() {
        return false;
    }

    @Override
    public void close() {}
}
