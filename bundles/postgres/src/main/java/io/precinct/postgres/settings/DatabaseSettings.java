package io.precinct.postgres.settings;

import io.precinct.postgres.server.DatabaseAddress;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the database, from {@code cases.yml}.
 *
 * @param external address of an external database, or null for the embedded one
 * @param connections most connections of this process at a time
 */
public record DatabaseSettings(@Nullable DatabaseAddress external, int connections) {
    static final int CONNECTIONS = 10;

    /** The embedded database. */
    public static final DatabaseSettings EMBEDDED = new DatabaseSettings(null, CONNECTIONS);
}
