package io.precinct.postgres.api;

import java.sql.Connection;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A transaction as the work in it sees it; a domain hands it to another that takes part. {@link Database} alone begins and
 * ends it. Its statements are those of JDBI, created as by its {@code Handle}. An {@code Instant} is bound as {@code
 * timestamptz}, a {@code String[]} as {@code text[]}.
 *
 * <p>Rows are read by a {@code RowMapper} that is written out: what JDBI makes from a class ({@code ConstructorMapper}, {@code
 * bindMethods}, enums) stays in its caches, and would keep a bundle in memory after it was replaced.
 *
 * <p>Valid during the call of {@link Database.Work#on} only. Not thread-safe.
 *
 * @since 2.0
 */
@ProviderType
public interface Transaction {
    /**
     * A query with positional arguments.
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
     * A query whose arguments are still to be bound.
     *
     * @param sql with a name such as {@code :id} for each argument
     */
    Query createQuery(String sql);

    /**
     * A statement that changes rows, whose arguments are still to be bound.
     *
     * @param sql with a name such as {@code :id} for each argument
     */
    Update createUpdate(String sql);

    /** One statement for many lists of arguments, sent together. */
    PreparedBatch prepareBatch(String sql);

    /**
     * The connection, for what JDBI has no statement for: several statements of different kinds in one round trip. It must be
     * neither closed nor committed nor rolled back.
     */
    Connection connection();
}
