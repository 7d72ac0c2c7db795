package io.precinct.postgres.pool;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.precinct.common.retry.Backoff;
import io.precinct.postgres.api.Database.Work;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.server.Connector;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The connections of this process, and transactions on them. Thread-safe. */
public final class Pool implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(3);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(3);
    private static final Duration IDLE = Duration.ofMinutes(5);
    /** Any of it by chance, so that those who meet again and again come apart. */
    private static final Backoff MET_ANOTHER = new Backoff(Duration.ofMillis(1), Duration.ofMillis(100), 1);

    private final ServerAvailability gate;
    private final HikariDataSource connections;
    private final Jdbi jdbi;
    private final LongAdder transactions = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final DiskSpace room = new DiskSpace();
    private final LongAdder refusals = new LongAdder();

    /**
     * A pool; the server need not be there yet.
     *
     * @param size most connections at a time
     */
    public Pool(Connector connector, int size, ServerAvailability gate) {
        this.gate = gate;
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Both libraries look for classes through it while they set themselves up.
        thread.setContextClassLoader(Pool.class.getClassLoader());
        try {
            connections = new HikariDataSource(configuration(connector, size));
            jdbi = Jdbi.create(connections);
        } finally {
            thread.setContextClassLoader(before);
        }
        // The transaction is ended here, by the connection, before the handle is closed.
        jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    }

    private static HikariConfig configuration(Connector connector, int size) {
        var configuration = new HikariConfig();
        configuration.setPoolName("precinct");
        configuration.setDataSource(connector);
        configuration.setMaximumPoolSize(size);
        // None is opened unless somebody waits for it: after an outage nothing sleeps through the server's return.
        configuration.setMinimumIdle(0);
        configuration.setIdleTimeout(IDLE.toMillis());
        configuration.setConnectionTimeout(WAIT.toMillis());
        configuration.setValidationTimeout(TimeUnit.SECONDS.toMillis(1));
        configuration.setInitializationFailTimeout(-1);
        configuration.setAutoCommit(true);
        return configuration;
    }

    /** Work in a read-only transaction with one snapshot. */
    public <T extends @Nullable Object> T read(Work<T> work) {
        gate.check();
        try {
            return once(true, work);
        } catch (RuntimeException e) {
            throw counted(e);
        }
    }

    /**
     * Work that sends its statements together. Up to the driver's Sync message they are one implicit transaction, whose
     * isolation is the session's; there is nothing to begin, to commit or to roll back.
     */
    public <T extends @Nullable Object> T readAtOnce(Work<T> work) {
        gate.check();
        transactions.increment();
        try (Handle handle = jdbi.open()) {
            return work.on(handle);
        } catch (RuntimeException e) {
            throw counted(SqlFaults.meaning(e, false));
        }
    }

    /** Work in a transaction, read committed; again where the database asks for that. */
    public <T extends @Nullable Object> T write(Work<T> work) {
        gate.check();
        long deadline = System.nanoTime() + TRY_AGAIN.toNanos();
        for (int attempt = 1; ; attempt++) {
            try {
                T result = once(false, work);
                room.found();
                return result;
            } catch (RuntimeException e) {
                if (!SqlFaults.again(e)) {
                    room.failed(e);
                    throw counted(e);
                }
                if (System.nanoTime() > deadline) {
                    throw counted(new DatabaseUnavailable(
                            "too many change the same at once: each try met another one", true, e));
                }
                retries.increment();
                LockSupport.parkNanos(MET_ANOTHER.after(attempt).toNanos());
            }
        }
    }

    private <T extends @Nullable Object> T once(boolean readOnly, Work<T> work) {
        transactions.increment();
        boolean committing = false;
        try (Handle handle = jdbi.open()) {
            Connection connection = handle.getConnection();
            try {
                begin(connection, readOnly);
                T result = work.on(handle);
                committing = true;
                connection.commit();
                return result;
            } catch (Throwable e) {
                rollback(connection, e);
                throw e;
            }
        } catch (SQLException e) {
            throw SqlFaults.meaning(new IllegalStateException(e.getMessage(), e), committing && !readOnly);
        } catch (RuntimeException e) {
            throw SqlFaults.again(e) ? e : SqlFaults.meaning(e, committing && !readOnly);
        }
    }

    /**
     * The driver sends BEGIN with the first statement, so that a read costs no round trip for it; its isolation is the
     * session's. A write says its own, which is one short round trip more.
     */
    private static void begin(Connection connection, boolean readOnly) throws SQLException {
        connection.setReadOnly(readOnly);
        connection.setAutoCommit(false);
        if (!readOnly) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
            }
        }
    }

    private static void rollback(Connection connection, Throwable reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private RuntimeException counted(RuntimeException e) {
        if (e instanceof DatabaseUnavailable) {
            refusals.increment();
        }
        return e;
    }

    /** Whether the disk was full when something was last written. */
    public boolean isDiskFull() {
        return room.isFull();
    }

    /** A connection for what is no transaction of a domain; it counts as any other. */
    public Connection borrow() throws SQLException {
        return connections.getConnection();
    }

    /** The server is gone: what is idle is closed now, what is in use when it comes back. */
    public void drop() {
        HikariPoolMXBean pool = connections.getHikariPoolMXBean();
        if (pool != null) {
            pool.softEvictConnections();
        }
    }

    /** Figures now. */
    public Figures figures() {
        HikariPoolMXBean pool = connections.getHikariPoolMXBean();
        return pool == null
                ? new Figures(0, 0, 0, connections.getMaximumPoolSize(), 0, 0, 0)
                : new Figures(
                        pool.getActiveConnections(),
                        pool.getIdleConnections(),
                        pool.getThreadsAwaitingConnection(),
                        connections.getMaximumPoolSize(),
                        transactions.sum(),
                        retries.sum(),
                        refusals.sum());
    }

    /**
     * Figures of the pool.
     *
     * @param inUse connections that work
     * @param idle connections that wait for work
     * @param waiting callers that wait for a connection
     * @param size most connections at a time
     * @param transactions begun so far
     * @param retries of transactions that the database asked for so far
     * @param refusals answers so far that it cannot be done now
     */
    public record Figures(int inUse, int idle, int waiting, int size, long transactions, long retries, long refusals) {}

    @Override
    public void close() {
        connections.close();
    }
}
