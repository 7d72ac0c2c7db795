package io.precinct.source.api.store;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a store. Its text never shows the value.
 *
 * @param key its path
 * @param secret whether the store marks it as a secret
 * @param value its bytes, never changed; null if they have to be requested
 * @param origin where the value comes from, if several keys may lead to it (an alias, a link), already where the entry is
 *     listed; null if it has no other key. All entries of an origin are masked if one of them is, or if the origin is named
 *     like a secret
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoreEntry(
        String key,
        boolean secret,
        byte @Nullable [] value,
        @Nullable String origin) {
    /** An entry whose value has no other key. */
    public StoreEntry(String key, boolean secret, byte @Nullable [] value) {
        this(key, secret, value, null);
    }

    @Override
    public String toString() {
        return key + (secret ? ", a secret" : "");
    }
}
