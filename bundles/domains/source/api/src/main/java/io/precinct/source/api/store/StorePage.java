package io.precinct.source.api.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the entries of a store.
 *
 * @param next cursor of the next page, or null at the end
 * @param unreadable keys of the store that are no text, in a form that people recognise
 */
public record StorePage(List<StoreEntry> entries, @Nullable String next, List<String> unreadable) {
    public StorePage {
        entries = List.copyOf(entries);
        unreadable = List.copyOf(unreadable);
    }

    /** A page of a store all of whose keys are text. */
    public StorePage(List<StoreEntry> entries, @Nullable String next) {
        this(entries, next, List.of());
    }
}
