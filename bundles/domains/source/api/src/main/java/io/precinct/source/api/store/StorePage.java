package io.precinct.source.api.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the entries of a store.
 *
 * @param next cursor of the next page, or null at the end
 */
public record StorePage(List<StoreEntry> entries, @Nullable String next) {
    public StorePage {
        entries = List.copyOf(entries);
    }
}
