package io.precinct.postgres.api;

import org.osgi.annotation.versioning.ProviderType;

/** Opens the schema of each domain in the shared database. An OSGi service. Thread-safe. */
@ProviderType
public interface Databases {
    /**
     * Opens a schema. Returns at once; the schema is created or migrated in the background, only once by all processes
     * that share the database, and work waits for that. If a migration fails, work throws {@link DatabaseUnavailable}.
     * Opening the schema again runs the failed migrations again, which may have been corrected. Callers that opened it
     * earlier with fewer migrations are not affected. A bundle that is being deployed is refused if a migration fails.
     * The health check of the database is degraded as long as any other bundle that opened the schema with these
     * migrations uses this service.
     *
     * <p>The database may have further migrations, of a later version. Then they all have to declare that they {@linkplain
     * Schema.Kind#EXPAND expand} it, or opening it fails as a migration does.
     *
     * @throws IllegalArgumentException if another domain of this process opened a schema of the same name with other
     *     migrations
     */
    Database open(Schema schema);
}
