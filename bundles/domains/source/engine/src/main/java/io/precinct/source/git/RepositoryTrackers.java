package io.precinct.source.git;

import io.precinct.core.api.thread.LongLived;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.SourceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The followed repositories. Thread-safe; readers never wait. */
public final class RepositoryTrackers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RepositoryTrackers.class);
    private static final Duration CLEANED_EVERY = Duration.ofHours(1);

    private final Consumer<Commit> fetched;
    private final Thread cleaning;
    private final CloneTurns turns = CloneTurns.ofThisProcess();
    private final Map<Path, Storage> storages = new HashMap<>();
    private volatile Map<String, RepositoryTracker> trackers = Map.of();
    private @Nullable Storage storage;

    /**
     * Starts without repositories.
     *
     * @param fetched receives every new commit that a repository follows; returns quickly
     */
    public RepositoryTrackers(Consumer<Commit> fetched) {
        this.fetched = fetched;
        this.cleaning = LongLived.start("precinct-source-cleaning", LOG::error, this::cleanNowAndThen);
    }

    /**
     * Follows the configured repositories. Unchanged ones are left alone; changed ones keep what they have, unless
     * their url changed.
     *
     * @return names of the repositories that are no longer followed
     */
    public synchronized List<String> configure(SourceSettings now) {
        Map<String, RepositoryTracker> before = trackers;
        Storage left = storage;
        Storage used = storages.computeIfAbsent(now.storage(), Storage::new);
        used.enter();
        boolean moved = left != used;
        var followed = new LinkedHashMap<String, RepositoryTracker>();
        for (RepositorySettings repository : now.repositories()) {
            if (repository.store() != null) {
                continue;
            }
            RepositoryTracker old = before.get(repository.name());
            RepositoryTracker tracker = old != null && !moved && old.settings().equals(repository)
                    ? old
                    : begin(used, repository, moved ? null : old);
            followed.put(repository.name(), tracker);
        }
        before.values().stream().filter(old -> !followed.containsValue(old)).forEach(RepositoryTracker::close);
        storage = used;
        if (left != null) {
            left.leave();
        }
        trackers = Collections.unmodifiableMap(followed);
        clean();
        return before.keySet().stream()
                .filter(name -> !followed.containsKey(name))
                .toList();
    }

    private RepositoryTracker begin(Storage used, RepositorySettings repository, @Nullable RepositoryTracker old) {
        if (old != null) {
            old.close();
        }
        boolean same = old != null && old.settings().url().equals(repository.url());
        return new RepositoryTracker(repository, used, turns, same ? old : null, fetched);
    }

    /** All, in the order of the settings. */
    public Collection<RepositoryTracker> all() {
        return trackers.values();
    }

    /** The repository of this name, or null. */
    public @Nullable RepositoryTracker named(String name) {
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
        Storage used = storage;
        if (used == null || !Files.exists(used.folder())) {
            return;
        }
        try {
            used.hold();
            RepositoryFolder.clean(used.folder(), List.copyOf(trackers.keySet()), Instant.now());
        } catch (IOException e) {
            LOG.error("{}; until then nothing is served from there or removed", e.getMessage());
        }
    }

    /** Ends all fetches and closes all clones. */
    @Override
    public void close() throws InterruptedException {
        cleaning.interrupt();
        var all = new ArrayList<>(all());
        all.forEach(RepositoryTracker::close);
        try {
            for (RepositoryTracker tracker : all) {
                tracker.closeAll();
            }
        } finally {
            leave();
        }
    }

    private synchronized void leave() {
        if (storage != null) {
            storage.leave();
            storage = null;
        }
    }
}
