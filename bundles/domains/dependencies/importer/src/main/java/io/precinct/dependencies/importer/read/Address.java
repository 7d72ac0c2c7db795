package io.precinct.dependencies.importer.read;

import org.jspecify.annotations.Nullable;

/**
 * Where something is reached.
 *
 * @param host its name
 * @param url {@code scheme://host:port} and no more, as paths, queries and user names hold credentials; or null
 * @param port or null
 */
record Address(String host, @Nullable String url, @Nullable Long port) {
    /** The same host at a port; without one it says nothing else. */
    static Address of(String host, @Nullable Long port) {
        return new Address(host, null, port);
    }
}
