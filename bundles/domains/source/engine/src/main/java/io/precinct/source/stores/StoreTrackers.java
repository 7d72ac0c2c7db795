package io.precinct.source.stores;

import io.precinct.source.git.Commit;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.SourceSettings;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The followed parameter stores. Thread-safe; readers never wait. */
public final class StoreTrackers implements AutoCloseable {
    private final StoreProviders providers;
    private final Consumer<Commit> fetched;
    private volatile Map<String, StoreTracker> trackers = Map.of();

    /**
     * Starts without stores.
     *
     * @param providers opened and closed by this object
     * @param fetched receives the content of a store whenever it changed; returns quickly
     */
    public StoreTrackers(StoreProviders providers, Consumer<Commit> fetched) {
        this.providers = providers;
        this.fetched = fetched;
    }

    /** Begins to follow what is deployed. */
    public void open() {
        providers.open(name -> all().stream()
                .filter(tracker -> Objects.requireNonNull(tracker.settings().store())
                        .provider()
                        .equals(name))
                .forEach(StoreTracker::refresh));
    }

    /**
     * Follows the configured stores. Unchanged ones are left alone; those that are still the same store with the same
     * secrets keep what they have.
     *
     * @return names of the stores that are no longer followed
     */
    public synchronized List<String> configure(SourceSettings now) {
        Map<String, StoreTracker> before = trackers;
        var followed = new LinkedHashMap<String, StoreTracker>();
        for (RepositorySettings repository : now.repositories()) {
            if (repository.store() != null) {
                StoreTracker old = before.get(repository.name());
                followed.put(
                        repository.name(),
                        old != null && old.settings().equals(repository) ? old : begin(repository, old));
            }
        }
        before.values().stream().filter(old -> !followed.containsValue(old)).forEach(StoreTracker::close);
        trackers = Collections.unmodifiableMap(followed);
        return before.keySet().stream()
                .filter(name -> !followed.containsKey(name))
                .toList();
    }

    private StoreTracker begin(RepositorySettings repository, @Nullable StoreTracker old) {
        if (old != null) {
            old.close();
        }
        // Content that was read under other rules may reveal what is a secret now.
        boolean same = old != null
                && old.settings().url().equals(repository.url())
                && old.settings().credentials().equals(repository.credentials())
                && old.settings().grammars().equals(repository.grammars())
                && old.settings().annotations().equals(repository.annotations())
                && Objects.equals(old.settings().store(), repository.store());
        return new StoreTracker(repository, providers, same ? old : null, fetched);
    }

    /** All, in the order of the settings. */
    public Collection<StoreTracker> all() {
        return trackers.values();
    }

    /** The store of this name, or null. */
    public @Nullable StoreTracker named(String name) {
        return trackers.get(name);
    }

    /** Ends all readings. */
    @Override
    public void close() throws InterruptedException {
        providers.close();
        all().forEach(StoreTracker::close);
        for (StoreTracker tracker : all()) {
            tracker.awaitEnd();
        }
    }
}
