package io.precinct.postgres.api;

import org.osgi.annotation.versioning.ProviderType;

/** Opens the schema of each domain in the shared database. An OSGi service. Thread-safe. */
@ProviderType
public interface Databases {
    /**
     * Opens a schema. Returns at once; the schema is created or migrated in the background, only once by all processes
     * that share the database, and work waits for that. If a migration fails, work throws {@link DatabaseUnavailable}.
     * Opening the schema again runs the failed migrations again, which may have been corrected. Callers that opened it
     * earlier with fewer migrations are not affected. The health check of the database reports the failure as long as
     * any bundle that opened the schema with these migrations uses this service.
     *
     * @throws IllegalArgumentException if another domain of this process opened a schema of the same name with other
     *     migrations
     */
    Database open(Schema schema);
}
