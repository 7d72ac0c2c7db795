package io.precinct.source.git;

import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.SourceSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The repositories that are followed. Thread-safe; readers never wait. */
public final class Trackers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Trackers.class);
    private static final Duration CLEANED_EVERY = Duration.ofHours(1);

    private final Consumer<Commit> fetched;
    private final Thread cleaning;
    private volatile Map<String, Tracker> trackers = Map.of();
    private @Nullable SourceSettings settings;

    /**
     * None yet.
     *
     * @param fetched is told of every new commit that a repository follows; returns quickly
     */
    public Trackers(Consumer<Commit> fetched) {
        this.fetched = fetched;
        this.cleaning = Thread.ofVirtual().name("precinct-source-cleaning").start(this::cleanNowAndThen);
    }

    /**
     * Follows what the settings say. Those that did not change are left alone; those that did go on with what they have,
     * unless their url is another one.
     *
     * @return names of the repositories that are not followed any more
     */
    public synchronized List<String> configure(SourceSettings now) {
        Map<String, Tracker> before = trackers;
        boolean moved = settings == null || !settings.storage().equals(now.storage());
        var followed = new LinkedHashMap<String, Tracker>();
        for (RepositorySettings repository : now.repositories()) {
            Tracker old = before.get(repository.name());
            Tracker tracker = old != null && !moved && old.settings().equals(repository)
                    ? old
                    : begin(now.storage(), repository, moved ? null : old);
            if (tracker != null) {
                followed.put(repository.name(), tracker);
            }
        }
        before.values().stream().filter(old -> !followed.containsValue(old)).forEach(Tracker::close);
        settings = now;
        trackers = java.util.Collections.unmodifiableMap(followed);
        clean();
        return before.keySet().stream()
                .filter(name -> !followed.containsKey(name))
                .toList();
    }

    private @Nullable Tracker begin(Path storage, RepositorySettings repository, @Nullable Tracker old) {
        if (old != null) {
            old.close();
        }
        boolean same = old != null && old.settings().url().equals(repository.url());
        try {
            var home = new Home(storage, repository.name(), repository.url());
            return new Tracker(repository, home, same ? old : null, fetched);
        } catch (IOException e) {
            LOG.error(
                    "repository {}: its folder below {} cannot be made: {}", repository.name(), storage, e.toString());
            return null;
        }
    }

    /** All, in the order of the settings. */
    public Collection<Tracker> all() {
        return trackers.values();
    }

    /** The one of this name, or null. */
    public @Nullable Tracker named(String name) {
        return trackers.get(name);
    }

    private void cleanNowAndThen() {
        try {
            while (true) {
                Thread.sleep(CLEANED_EVERY);
                clean();
            }
        } catch (InterruptedException e) {
            LOG.debug("the storage is not cleaned any more");
        }
    }

    private synchronized void clean() {
        if (settings != null) {
            Home.clean(settings.storage(), List.copyOf(trackers.keySet()), Instant.now());
        }
    }

    /** Ends all fetches and closes all clones. */
    @Override
    public void close() throws InterruptedException {
        cleaning.interrupt();
        var all = new ArrayList<>(all());
        all.forEach(Tracker::close);
        for (Tracker tracker : all) {
            tracker.closeAll();
        }
    }
}
