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
public final class LanguageHandle implements AcquiredLanguage {
    private final Language language;
    private final String identity;
    private final SharedNative shared;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** A handle over something that is already retained for it. */
    LanguageHandle(Language language, String identity, SharedNative shared) {
        this.language = language;
        this.identity = identity;
        this.shared = shared;
    }

    @Override
    public Language language() {
        return language;
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public boolean isolated() {
        return !(shared instanceof LoadedLanguage);
    }

    /**
     * The language in this process.
     *
     * @throws IllegalStateException if it is isolated
     */
    public LoadedLanguage loaded() {
        if (shared instanceof LoadedLanguage loaded) {
            return loaded;
        }
        throw new IllegalStateException(language.name() + " is not loaded into this process");
    }

    @Override
    public NativeLanguage nativeLanguage() {
        return loaded().nativeLanguage();
    }

    @Override
    public @Nullable Query symbols() {
        return loaded().symbols();
    }

    @Override
    public @Nullable Query docstrings() {
        return loaded().docstrings();
    }

    @Override
    public @Nullable Query highlights() {
        return loaded().highlights();
    }

    @Override
    public @Nullable Query errors() {
        return loaded().errors();
    }

    /** The same, retained once more, for work that may outlast its caller. */
    LanguageHandle again() {
        if (closed.get() || !shared.retain()) {
            throw new IllegalStateException("the handle of " + language.name() + " is closed");
        }
        return new LanguageHandle(language, identity, shared);
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
