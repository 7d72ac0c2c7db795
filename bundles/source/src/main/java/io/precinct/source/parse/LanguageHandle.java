package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Query;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The use of a language as it is now: it stays loaded until the handle is closed, whatever is deployed meanwhile.
 * Thread-safe.
 */
public final class LanguageHandle implements AutoCloseable {
    private final Language language;
    private final String identity;
    private final long generation;
    private final SharedNative shared;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** A handle over something already retained for it. */
    LanguageHandle(Language language, String identity, long generation, SharedNative shared) {
        this.language = language;
        this.identity = identity;
        this.generation = generation;
        this.shared = shared;
    }

    /** What its author says about it. */
    public Language language() {
        return language;
    }

    /** See {@link LoadedLanguage#identity}. */
    public String identity() {
        return identity;
    }

    /** Grows with every language that comes. */
    public long generation() {
        return generation;
    }

    /**
     * True where it was fetched and runs in a process of its own: only {@link ParsePool#run} works with it, and what it
     * has here is its {@link #language}.
     */
    public boolean isolated() {
        return !(shared instanceof LoadedLanguage);
    }

    /**
     * The language in this process.
     *
     * @throws IllegalStateException where it is isolated
     */
    public LoadedLanguage loaded() {
        if (shared instanceof LoadedLanguage loaded) {
            return loaded;
        }
        throw new IllegalStateException(language.name() + " is not loaded into this process");
    }

    /** See {@link #loaded}. */
    public NativeLanguage nativeLanguage() {
        return loaded().nativeLanguage();
    }

    /** See {@link #loaded}. */
    public @Nullable Query symbols() {
        return loaded().symbols();
    }

    /** See {@link #loaded}. */
    public @Nullable Query docstrings() {
        return loaded().docstrings();
    }

    /** See {@link #loaded}. */
    public @Nullable Query highlights() {
        return loaded().highlights();
    }

    /** The same, held once more, for work that may outlast whoever asked for it. */
    LanguageHandle again() {
        if (closed.get() || !shared.retain()) {
            throw new IllegalStateException("the handle of " + language.name() + " is closed");
        }
        return new LanguageHandle(language, identity, generation, shared);
    }

    SharedNative held() {
        return shared;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            shared.release();
        }
    }
}
