package io.precinct.source.parse;

import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The languages that can be parsed: those of deployed bundles, and those fetched because the configuration names them
 * and no bundle brings them. A language is loaded when it is first used. Replacing one disturbs nobody: a
 * {@link LanguageHandle} keeps the old one. Thread-safe; readers never wait for a fetch.
 */
public final class Languages implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Languages.class);

    private final NativeFiles files;
    private final Workers workers;
    private final GrammarSource source;
    private final Duration settle;
    private final ScheduledExecutorService fetcher = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("grammars").factory());
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, String> missing = new ConcurrentHashMap<>();
    private final TreeSet<String> fetching = new TreeSet<>();
    /** The deployment that each entry was made of, by name. */
    private final Map<String, Long> deployed = new HashMap<>();

    private final Map<String, LanguageEntry> fetched = new HashMap<>();
    private volatile Table table = new Table(Map.of(), Map.of());
    private Map<String, String> extensions = Map.of();
    private boolean closed;

    /** An immutable state for readers. */
    private record Table(Map<String, LanguageEntry> entries, FileNames names) {
        Table(Map<String, LanguageEntry> entries, Map<String, String> extensions) {
            this(
                    Map.copyOf(entries),
                    new FileNames(
                            entries.values().stream()
                                    .map(LanguageEntry::language)
                                    .toList(),
                            there(extensions, entries.keySet())));
        }

        /** The extensions of available languages; others have no files. */
        private static Map<String, String> there(Map<String, String> extensions, Set<String> languages) {
            var there = new HashMap<>(extensions);
            there.values().retainAll(languages);
            return there;
        }
    }

    /**
     * Loads nothing yet.
     *
     * @param folder below the data folder, for copies of native parsers
     * @param settle how long to wait for a bundle before a language is fetched
     */
    Languages(Path folder, Workers workers, GrammarSource source, Duration settle) {
        this.files = new NativeFiles(folder.resolve("natives"));
        this.workers = workers;
        this.source = source;
        this.settle = settle;
    }

    /** Takes over what is deployed now; to be subscribed to {@link io.precinct.core.api.plugin.Plugins}. */
    public void accept(PluginSnapshot snapshot) {
        String prefix = Grammar.KIND + " ";
        var grammars = new TreeMap<String, Plugin<?>>();
        snapshot.extensions().forEach((key, plugin) -> {
            if (key.startsWith(prefix)) {
                grammars.put(key.substring(prefix.length()), plugin);
            }
        });
        synchronized (this) {
            if (closed) {
                return;
            }
            var entries = new HashMap<String, LanguageEntry>();
            boolean changed = deployed.keySet().retainAll(grammars.keySet());
            for (var grammar : grammars.entrySet()) {
                String name = grammar.getKey();
                Long deployment = grammar.getValue().generation().id();
                LanguageEntry old = table.entries().get(name);
                if (old == null || !deployment.equals(deployed.put(name, deployment))) {
                    changed = true;
                    deployed.put(name, deployment);
                    LanguageEntry made = entry(name, grammar.getValue().service());
                    entries.put(
                            name,
                            old != null
                                            && !made.identity().isEmpty()
                                            && made.identity().equals(old.identity())
                                    ? old
                                    : made);
                } else {
                    entries.put(name, old);
                }
            }
            if (!changed) {
                return;
            }
            fetched.forEach(entries::putIfAbsent);
            swap(entries);
        }
        tell();
    }

    private LanguageEntry entry(String name, Object service) {
        Language language = null;
        try {
            if (!(service instanceof Grammar grammar)) {
                throw new LanguageUnusable(name + " does not implement " + Grammar.class.getName(), null);
            }
            language = grammar.language();
            byte[] library = library(language);
            Path file = files.put(language.library().symbol(), library);
            return LanguageEntry.deployed(language, file, identity(language, library));
        } catch (LanguageUnusable e) {
            return broken(name, language, e);
        } catch (BrokenGrammar e) {
            return broken(name, language, new LanguageUnusable(String.valueOf(e.getMessage()), e));
        } catch (IOException | RuntimeException e) {
            return broken(name, language, new LanguageUnusable(name + ": its native parser cannot be copied: " + e, e));
        }
    }

    private LanguageEntry broken(String name, @Nullable Language language, LanguageUnusable why) {
        LOG.error("grammar {} cannot be used: {}", name, why.getMessage());
        Language named = language != null
                ? language
                : Language.named(name).library(new Library("none", Map.of())).build();
        return LanguageEntry.broken(named, why);
    }

    /** The bytes of a language's library for this machine. */
    static byte[] library(Language language) throws IOException, LanguageUnusable {
        URL url = language.library().files().get(Library.platform());
        if (url == null) {
            throw new LanguageUnusable(
                    language.name() + " has no native parser for " + Library.platform() + ", only for "
                            + new TreeSet<>(language.library().files().keySet()),
                    null);
        }
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        }
    }

    /** A text that differs whenever other facts would be found. */
    static String identity(Language language, byte[] library) {
        return NativeFiles.sha256(LanguageCodec.encode(language), library);
    }

    private void swap(Map<String, LanguageEntry> entries) {
        Collection<LanguageEntry> before = table.entries().values();
        table = new Table(entries, extensions);
        for (LanguageEntry entry : before) {
            if (entries.get(entry.language().name()) != entry && !fetched.containsValue(entry)) {
                entry.retire();
            }
        }
    }

    /**
     * Sets the languages of files by name endings, overriding the grammars' own.
     *
     * @param byEnd languages by name endings, without their dot
     */
    public void extensions(Map<String, String> byEnd) {
        synchronized (this) {
            if (closed || extensions.equals(byEnd)) {
                return;
            }
            extensions = Map.copyOf(byEnd);
            table = new Table(table.entries(), extensions);
        }
        tell();
    }

    /** Starts to use a language; null if there is no working one of this name. */
    public @Nullable LanguageHandle acquire(String name) {
        while (true) {
            LanguageEntry entry = table.entries().get(name);
            if (entry == null) {
                return null;
            }
            LanguageHandle handle = entry.acquire();
            if (handle != null || !entry.retired()) {
                return handle;
            }
            // It was replaced between the two steps: the table has another one now, or none.
            if (table.entries().get(name) == entry) {
                return null;
            }
        }
    }

    /**
     * The language that a file is written in, by its name.
     *
     * @param path with {@code /}
     * @param allowed the languages in question, the first wins if two claim the file; empty for all
     */
    public Optional<String> languageOf(String path, List<String> allowed) {
        return table.names().languageOf(path, allowed);
    }

    /** The languages with an equal claim on a file by its name, in the order of {@link #languageOf}. */
    public List<String> claimants(String path, List<String> allowed) {
        return table.names().claimants(path, allowed);
    }

    /** The available languages, sorted; {@link #status} tells whether each works. */
    public List<String> names() {
        return table.entries().keySet().stream().sorted().toList();
    }

    /** The states of languages, in the requested order; all for an empty list. Does not wait for loading. */
    public List<RepositoryStatus.Grammar> status(List<String> names) {
        return (names.isEmpty() ? names() : names).stream().map(this::status).toList();
    }

    private RepositoryStatus.Grammar status(String name) {
        LanguageEntry entry = table.entries().get(name);
        if (entry != null) {
            return entry.status();
        }
        String reason = missing.get(name);
        synchronized (this) {
            if (fetching.contains(name)) {
                return new RepositoryStatus.Grammar(name, "fetching", 0, null);
            }
        }
        return new RepositoryStatus.Grammar(
                name, "missing", 0, reason == null ? "no bundle brings it, and nothing asked to fetch it" : reason);
    }

    /**
     * Sets the languages that the configuration names. Those that no bundle brings after a moment are taken from the
     * cache or fetched, in the background; a failed fetch is tried again when the language is named again.
     */
    public synchronized void want(Collection<String> names) {
        for (String name : names) {
            if (!closed && !table.entries().containsKey(name) && fetching.add(name)) {
                fetcher.schedule(() -> bring(name), settle.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    private void bring(String name) {
        try {
            if (!table.entries().containsKey(name)) {
                Optional<FetchedGrammar> cached = source.cached(name);
                FetchedGrammar brought = cached.isPresent() ? cached.get() : source.fetch(name);
                LOG.info("grammar {} is {}, in a process of its own", name, brought.from());
                missing.remove(name);
                add(brought);
            }
        } catch (LanguageUnusable e) {
            missing.put(name, e.getMessage());
            LOG.warn("grammar {} is missing: {}", name, e.getMessage());
        } catch (RuntimeException | Error e) { // nobody else would report it
            missing.put(name, "fetching it failed: " + e);
            LOG.error("grammar {} cannot be fetched", name, e);
        } finally {
            synchronized (this) {
                fetching.remove(name);
            }
        }
        tell();
    }

    private synchronized void add(FetchedGrammar brought) {
        if (!closed) {
            var entry = LanguageEntry.fetched(brought, workers);
            fetched.put(brought.language().name(), entry);
            var entries = new HashMap<>(table.entries());
            entries.putIfAbsent(brought.language().name(), entry);
            swap(entries);
        }
    }

    /**
     * Calls {@code listener} after each change of the available languages, on the thread that made it. Close to end
     * that.
     */
    public AutoCloseable onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void tell() {
        listeners.forEach(Runnable::run);
    }

    /** Releases everything; what is in use is freed when its last handle is closed. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            table.entries().values().forEach(LanguageEntry::retire);
            fetched.values().forEach(LanguageEntry::retire);
            fetched.clear();
            table = new Table(Map.of(), Map.of());
        }
        fetcher.shutdownNow();
    }
}
