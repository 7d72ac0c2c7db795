package io.precinct.source;

import io.precinct.core.api.plugin.Plugins;
import io.precinct.core.api.thread.LongLived;
import io.precinct.core.api.thread.NativeThread;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.facts.Facts;
import io.precinct.source.facts.Lookup;
import io.precinct.source.facts.ParseEngine;
import io.precinct.source.git.Commit;
import io.precinct.source.git.TreeFile;
import io.precinct.source.parse.Languages;
import io.precinct.source.parse.Parsing;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.SourceSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The deployed languages, and the facts found with them. Thread-safe. */
final class KnownFacts implements SourceFacts {
    private static final Logger LOG = LoggerFactory.getLogger(KnownFacts.class);

    /** How often facts are made anew after one change if an Error ends each attempt. */
    private static final int MOST_ATTEMPTS = 5;

    private final Parsing parsing;
    private final Languages languages;
    private final ParseEngine engine;
    private final Facts facts;
    private final SourceSettings opened;
    private final AutoCloseable deployments;
    private final AutoCloseable changes;
    private final Semaphore changed = new Semaphore(0);
    private final Thread following;
    /** How often an Error ended the work after a change. Only the following thread reads it. */
    private int attempts;

    private volatile SourceSettings current;

    /**
     * Opens the cache.
     *
     * @param data the data folder
     * @throws IOException if there is no native parser for this machine, or it cannot be copied
     * @throws IllegalStateException if another process uses the cache
     * @throws RuntimeException of other kinds if the cache folder cannot be made or written to
     */
    KnownFacts(Path data, SourceSettings settings, Plugins plugins) throws IOException {
        opened = settings;
        current = settings;
        parsing = Parsing.open(
                data, settings.grammars().registry(), settings.grammars().pins());
        languages = parsing.languages();
        languages.extensions(settings.grammars().extensions());
        try {
            engine = new ParseEngine(languages, parsing.pool());
            facts = new Facts(
                    settings.cache(),
                    engine,
                    () -> current.limits(),
                    () -> current.treesBytes(),
                    problem -> LOG.warn("{}", problem));
        } catch (RuntimeException | Error e) {
            parsing.close();
            throw e;
        }
        following = LongLived.unstarted("precinct-source-languages", LOG::error, this::follow);
        // If any of this stays open, the next attempt finds the cache in use.
        try {
            changes = languages.onChange(changed::release);
            following.start();
            deployments = plugins.subscribe(languages::accept);
        } catch (RuntimeException | Error e) {
            following.interrupt();
            closeKept();
            throw e;
        }
    }

    /** Makes facts anew on its own thread, so that deploying and configuring do not wait for it. */
    private void follow() {
        NativeThread.giveWay();
        try {
            while (true) {
                changed.acquire();
                changed.drainPermits();
                followChange();
            }
        } catch (InterruptedException e) {
            LOG.debug("languages are not followed any more");
        }
    }

    private void followChange() throws InterruptedException {
        try {
            facts.languagesChanged();
            attempts = 0;
        } catch (RuntimeException e) {
            attempts = 0;
            LOG.error("facts cannot be made anew after a change of languages or limits", e);
        } catch (Error e) {
            // Memory may come back; if it does not, endless attempts take what requests need.
            attempts++;
            if (attempts < MOST_ATTEMPTS) {
                changed.release();
                throw e;
            }
            attempts = 0;
            LOG.error(
                    "facts cannot be made anew after a change of languages or limits, which was tried {} times; {}",
                    MOST_ATTEMPTS,
                    e instanceof OutOfMemoryError ? MemoryAdvice.advice() : "requests find what they need themselves",
                    e);
        }
    }

    @Override
    public long generation() {
        return engine.generation();
    }

    @Override
    public List<String> languages() {
        return languages.names();
    }

    @Override
    public @Nullable String languageOf(String path, List<String> allowed) {
        return languages.languageOf(path, allowed).orElse(null);
    }

    @Override
    public @Nullable String languageOf(Commit commit, TreeFile file) {
        return facts.indexes().fileLanguages().of(commit, file);
    }

    @Override
    public boolean settled(List<String> allowed) {
        return grammars(allowed).stream().allMatch(grammar -> grammar.state().equals("loaded"));
    }

    @Override
    public List<RepositoryStatus.Grammar> grammars(List<String> allowed) {
        return languages.status(allowed);
    }

    @Override
    public void configure(SourceSettings settings) {
        boolean others = current.limits().parsedBytes() != settings.limits().parsedBytes();
        current = settings;
        if (others) {
            changed.release();
        }
        boolean elsewhere =
                !settings.cache().equals(opened.cache()) || !settings.grammars().isFrom(opened.grammars());
        if (elsewhere) {
            LOG.warn("cache and grammars of source.yml have changed; a restart puts them into effect");
        }
        languages.extensions(settings.grammars().extensions());
        languages.want(settings.repositories().stream()
                .map(RepositorySettings::grammars)
                .flatMap(List::stream)
                .distinct()
                .toList());
    }

    @Override
    public void index(Commit commit) throws InterruptedException {
        facts.indexes().follow(commit);
        facts.texts().follow(commit);
    }

    @Override
    public boolean isIndexed(Commit commit) {
        return facts.indexes().isFollowed(commit);
    }

    @Override
    public void save() {
        facts.indexes().save();
    }

    @Override
    public void forget(String repository) {
        facts.indexes().forget(repository);
        facts.texts().forget(repository);
    }

    @Override
    public RepositoryStatus.Cache counters(String repository) {
        return facts.indexes().counters(repository).cache();
    }

    @Override
    public RepositoryStatus.@Nullable Progress progress(String repository) {
        return facts.indexes().counters(repository).progress();
    }

    @Override
    public @Nullable ParseProgress parsing(String repository) {
        return facts.indexes().counters(repository).parsing();
    }

    @Override
    public boolean isAddingTexts(String repository) {
        return facts.texts().isFollowing(repository);
    }

    @Override
    public Lookup lookup() {
        return facts;
    }

    @Override
    public void close() throws InterruptedException {
        try {
            end(deployments);
            end(changes);
        } finally {
            endFollowing();
        }
    }

    private void endFollowing() throws InterruptedException {
        try {
            following.interrupt();
            following.join(Duration.ofSeconds(10));
        } finally {
            closeKept();
        }
    }

    private void closeKept() {
        try {
            facts.close();
        } finally {
            parsing.close();
        }
    }

    private static void end(AutoCloseable subscription) throws InterruptedException {
        try {
            subscription.close();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a subscription cannot be ended", e);
        }
    }
}
