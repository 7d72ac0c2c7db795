package io.precinct.tools;

import org.jspecify.annotations.Nullable;

/**
 * The owner of a session: a user of the gateway, or the principal that a client of the internal listener claims to be.
 *
 * @param authenticated whether the gateway has authenticated the owner; otherwise the name is a claim
 * @param name null for a client that names nobody
 */
record SessionOwner(boolean authenticated, @Nullable String name) {
    /** A client of the internal listener that names nobody. */
    static final SessionOwner NOBODY = new SessionOwner(false, null);
}
