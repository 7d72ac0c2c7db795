package io.precinct.source.api.store;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a store. Its text never shows the value.
 *
 * @param key its path
 * @param secret whether the store marks it as a secret
 * @param value its bytes, never changed; null if they have to be requested
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoreEntry(String key, boolean secret, byte @Nullable [] value) {
    @Override
    public String toString() {
        return key + (secret ? ", a secret" : "");
    }
}
