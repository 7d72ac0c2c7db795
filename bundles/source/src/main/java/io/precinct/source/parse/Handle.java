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
public final class Handle implements AutoCloseable {
    private final Language language;
    private final String identity;
    private final long generation;
    private final Held held;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** A handle over something already retained for it. */
    Handle(Language language, String identity, long generation, Held held) {
        this.language = language;
        this.identity = identity;
        this.generation = generation;
        this.held = held;
    }

    /** What its author says about it. */
    public Language language() {
        return language;
    }

    /** See {@link Loaded#identity}. */
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
        return !(held instanceof Loaded);
    }

    /**
     * The language in this process.
     *
     * @throws IllegalStateException where it is isolated
     */
    public Loaded loaded() {
        if (held instanceof Loaded loaded) {
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
    Handle again() {
        if (closed.get() || !held.retain()) {
            throw new IllegalStateException("the handle of " + language.name() + " is closed");
        }
        return new Handle(language, identity, generation, held);
    }

    Held held() {
        return held;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            held.release();
        }
    }
}
