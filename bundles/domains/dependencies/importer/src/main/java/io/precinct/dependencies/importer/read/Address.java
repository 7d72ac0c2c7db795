package io.precinct.dependencies.importer.read;

import org.jspecify.annotations.Nullable;

/**
 * The address of a host.
 *
 * @param host the host name
 * @param url {@code scheme://host:port} only, since paths, queries and user names may contain credentials; or null
 * @param port the port, or null
 */
record Address(String host, @Nullable String url, @Nullable Long port) {
    /** Returns a host with a port, which may be null, and without a URL. */
    static Address of(String host, @Nullable Long port) {
        return new Address(host, null, port);
    }
}
