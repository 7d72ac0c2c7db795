package io.precinct.source.parse;

import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.grammar.Language;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An available language: loaded when it is first needed, released when it is replaced. Thread-safe. */
final class LanguageEntry {
    private static final Logger LOG = LoggerFactory.getLogger(LanguageEntry.class);

    private final Language language;
    private final String identity;
    private final Loader loader;
    private final Trial trial;
    private @Nullable SharedNative shared;
    private volatile @Nullable LanguageUnusable failure;
    private volatile boolean retired;
    /** 0 until its parser is first inspected. */
    private volatile int abi;

    private @Nullable String lacks;

    /** Makes the content of an entry when it is first needed. */
    @FunctionalInterface
    interface Loader {
        SharedNative load() throws LanguageUnusable;
    }

    /** Inspects the native parser alone, which takes a moment; compiling its queries takes up to a second. */
    @FunctionalInterface
    private interface Trial {
        /** @return its ABI */
        int abi() throws LanguageUnusable;
    }

    private LanguageEntry(Language language, String identity, Loader loader, Trial trial) {
        this.language = language;
        this.identity = identity;
        this.loader = loader;
        this.trial = trial;
    }

    /** A language from a bundle: its native code runs in this process. */
    static LanguageEntry deployed(Language language, Path file, String identity) {
        return new LanguageEntry(
                language,
                identity,
                () -> LoadedLanguage.load(language, file, identity),
                () -> LoadedLanguage.abi(language, file));
    }

    /** A fetched language: its native code runs in a process of its own. */
    static LanguageEntry fetched(FetchedGrammar fetched, Workers workers) {
        var entry = new LanguageEntry(
                fetched.language(),
                fetched.identity(),
                () -> workers.process(fetched.language(), fetched.library()),
                fetched::abi);
        entry.abi = fetched.abi();
        entry.lacks = fetched.lacks();
        return entry;
    }

    /** A deployed language that cannot be used. */
    static LanguageEntry broken(Language language, LanguageUnusable why) {
        Loader none = () -> {
            throw why;
        };
        return new LanguageEntry(language, "", none, () -> {
            throw why;
        });
    }

    Language language() {
        return language;
    }

    String identity() {
        return identity;
    }

    /** Null if it cannot be used, or is retired. */
    synchronized @Nullable LanguageHandle acquire() {
        SharedNative use = retired ? null : load();
        return use != null && use.retain() ? new LanguageHandle(language, identity, use) : null;
    }

    boolean retired() {
        return retired;
    }

    /** Releases it; existing handles stay usable. */
    synchronized void retire() {
        if (!retired) {
            retired = true;
            if (shared != null) {
                shared.release();
                shared = null;
            }
        }
    }

    /**
     * Its state, without waiting for a thread that loads it. An unused one counts as loaded if its native parser can be
     * loaded; errors in its queries show once they are compiled.
     */
    RepositoryStatus.Grammar status() {
        if (failure == null && abi == 0) {
            look();
        }
        LanguageUnusable why = failure;
        if (why == null && !retired) {
            return new RepositoryStatus.Grammar(language.name(), "loaded", abi, lacks);
        }
        boolean mismatch = why != null && why.abiMismatch();
        return new RepositoryStatus.Grammar(
                language.name(),
                mismatch ? "abi_mismatch" : "missing",
                why == null ? 0 : why.abi(),
                why == null ? "it was replaced just now" : why.getMessage());
    }

    private void look() {
        try {
            abi = trial.abi();
        } catch (LanguageUnusable e) {
            fail(e);
        }
    }

    private void fail(LanguageUnusable why) {
        if (failure == null) {
            failure = why;
            LOG.error("grammar {} cannot be used: {}", language.name(), why.getMessage());
        }
    }

    private @Nullable SharedNative load() {
        if (shared == null && failure == null && !retired) {
            try {
                SharedNative made = loader.load();
                shared = made;
                if (made instanceof LoadedLanguage loaded) {
                    abi = loaded.nativeLanguage().abi();
                }
            } catch (LanguageUnusable e) {
                fail(e);
            }
        }
        return shared;
    }
}
