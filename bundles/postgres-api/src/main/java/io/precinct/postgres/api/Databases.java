package io.precinct.postgres.api;

import org.osgi.annotation.versioning.ProviderType;

/** Gives each domain its part of the one database. A service. Thread-safe. */
@ProviderType
public interface Databases {
    /**
     * The database with this schema in it. Returns at once; the schema is created or migrated in the background, once over
     * all processes that share the database, and work waits for that. Where a migration fails work is unavailable, also for
     * whoever opens the schema later with the same migrations, which tries them again; those who opened it with fewer
     * migrations before work on, and it may be opened with mended ones.
     *
     * @throws IllegalArgumentException where another domain of this process opened a schema of the same name with other
     *     migrations
     */
    Database open(Schema schema);
}
