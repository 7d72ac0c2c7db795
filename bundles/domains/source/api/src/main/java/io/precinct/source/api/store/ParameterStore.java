package io.precinct.source.api.store;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A parameter store during one reading. Confined to a thread.
 *
 * <p>A key is a path: names between slashes, without a leading one, below the place of the address. Every call ends
 * within a few times the timeout of the address, and reads a bounded number of bytes.
 */
@ConsumerType
public interface ParameterStore extends AutoCloseable {
    /** A text that changes whenever an entry is written; null if the store has none, so that it is read each time. */
    default @Nullable String version() throws StoreException, InterruptedException {
        return null;
    }

    /**
     * Some of the entries whose keys begin with {@code prefix}, in any order.
     *
     * @param prefix empty for all
     * @param cursor {@link StorePage#next} of the page before, or null for the first
     */
    StorePage list(String prefix, @Nullable String cursor) throws StoreException, InterruptedException;

    /**
     * The entry with its value, for one that was listed without; null if it has since been removed.
     *
     * @throws EntryForbiddenException if this value may not be read, and others may
     */
    @Nullable
    StoreEntry get(String key) throws StoreException, EntryForbiddenException, InterruptedException;

    @Override
    void close();
}
