package io.precinct.configuration.store.local;

import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StorePage;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Entries that were read all at once.
 *
 * @param entries by their keys
 */
record ReadEntries(SortedMap<String, StoreEntry> entries) implements ParameterStore {
    private static final int PAGE = 1_000;

    @Override
    public StorePage list(String prefix, @Nullable String cursor) {
        // The first key that is behind another is that with a NUL at its end.
        SortedMap<String, StoreEntry> rest = entries.tailMap(cursor == null ? prefix : cursor + "\0");
        List<StoreEntry> page = rest.values().stream()
                .takeWhile(entry -> entry.key().startsWith(prefix))
                .limit(PAGE)
                .toList();
        return new StorePage(page, page.size() < PAGE ? null : page.getLast().key());
    }

    @Override
    public @Nullable StoreEntry get(String key) {
        return entries.get(key);
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
