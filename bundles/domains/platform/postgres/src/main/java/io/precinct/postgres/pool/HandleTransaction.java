package io.precinct.postgres.pool;

import io.precinct.postgres.api.Transaction;
import java.sql.Connection;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Exposes the statements of a handle, but not the methods that begin and end its transaction. */
record HandleTransaction(Handle handle) implements Transaction {
    @Override
    public Query select(String sql, @Nullable Object... arguments) {
        return handle.select(sql, arguments);
    }

    @Override
    public int execute(String sql, @Nullable Object... arguments) {
        return handle.execute(sql, arguments);
    }

    @Override
    public Query createQuery(String sql) {
        return handle.createQuery(sql);
    }

    @Override
    public Update createUpdate(String sql) {
        return handle.createUpdate(sql);
    }

    @Override
    public PreparedBatch prepareBatch(String sql) {
        return handle.prepareBatch(sql);
    }

    @Override
    public Connection connection() {
        return handle.getConnection();
    }
}
