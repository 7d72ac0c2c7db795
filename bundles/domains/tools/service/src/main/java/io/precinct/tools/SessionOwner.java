package io.precinct.tools;

import org.jspecify.annotations.Nullable;

/**
 * Whose a session is: a user whom a gateway has authenticated, or whoever a client of the internal listener says it is.
 *
 * @param authenticated whether a gateway has authenticated him; otherwise the name is a claim
 * @param name null for a client that names nobody
 */
record SessionOwner(boolean authenticated, @Nullable String name) {
    /** A client of the internal listener that names nobody. */
    static final SessionOwner NOBODY = new SessionOwner(false, null);
}
