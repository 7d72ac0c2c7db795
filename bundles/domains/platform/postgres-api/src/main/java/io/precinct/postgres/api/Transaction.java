package io.precinct.postgres.api;

import java.sql.Connection;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A transaction as its work sees it. A domain may pass it to another domain that takes part. Only {@link Database}
 * begins and ends a transaction. Its statements are statements of JDBI, created as by JDBI's {@code Handle}. An {@code
 * Instant} is bound as {@code timestamptz}, a {@code String[]} as {@code text[]}.
 *
 * <p>Write every {@code RowMapper} by hand: what JDBI derives from a class ({@code ConstructorMapper}, {@code
 * bindMethods}, enums) stays in JDBI's caches, and would keep a bundle in memory after it was replaced.
 *
 * <p>Valid only during the call of {@link Database.Work#on}. Not thread-safe.
 *
 * @since 2.0
 */
@ProviderType
public interface Transaction {
    /**
     * Creates a query with positional arguments.
     *
     * @param sql with a {@code ?} for each argument
     */
    Query select(String sql, @Nullable Object... arguments);

    /**
     * Executes a statement with positional arguments.
     *
     * @param sql with a {@code ?} for each argument
     * @return the number of rows that it changed
     */
    int execute(String sql, @Nullable Object... arguments);

    /**
     * Creates a query whose arguments are still to be bound.
     *
     * @param sql with a name such as {@code :id} for each argument
     */
    Query createQuery(String sql);

    /**
     * Creates a statement that changes rows and whose arguments are still to be bound.
     *
     * @param sql with a name such as {@code :id} for each argument
     */
    Update createUpdate(String sql);

    /** Creates one statement for many lists of arguments, which are sent together. */
    PreparedBatch prepareBatch(String sql);

    /**
     * Returns the connection, for a need that no JDBI statement covers: several statements of different kinds in one
     * round trip. Callers must not close it, commit or roll back.
     */
    Connection connection();
}
