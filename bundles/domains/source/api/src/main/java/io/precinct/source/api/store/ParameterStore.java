package io.precinct.source.api.store;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A parameter store while it is read once. Confined to a thread.
 *
 * <p>A key is a path: names between slashes, without one at its beginning, below the place that the address means.
 * Every call ends within a few times the timeout of the address, and reads a bounded number of bytes.
 */
@ConsumerType
public interface ParameterStore extends AutoCloseable {
    /** Another text whenever an entry was written; null if the store cannot tell, so that it is read each time. */
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

    /** The entry with its value, for one that was listed without; null if it is gone meanwhile. */
    @Nullable
    StoreEntry get(String key) throws StoreException, InterruptedException;

    @Override
    void close();
}
