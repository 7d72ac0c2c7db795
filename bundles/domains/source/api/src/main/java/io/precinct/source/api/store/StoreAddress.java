package io.precinct.source.api.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The address of a store and how to read it. Its text never shows a secret.
 *
 * @param url an address with a scheme, or the absolute path of a file or folder; without credentials
 * @param username for stores that have users, or the id of an access key; or null
 * @param password of the user, or the secret of the access key; or null
 * @param token or null
 * @param timeout a call that takes longer has failed
 * @param maxBytes most bytes of keys and values of the whole store
 */
public record StoreAddress(
        String url,
        @Nullable String username,
        @Nullable String password,
        @Nullable String token,
        Duration timeout,
        long maxBytes) {
    @Override
    public String toString() {
        return url;
    }
}
