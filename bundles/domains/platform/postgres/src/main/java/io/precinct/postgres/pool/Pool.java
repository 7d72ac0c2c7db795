package io.precinct.postgres.pool;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.precinct.common.retry.Backoff;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Database.Work;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.server.Connector;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Pools the connections of this process, and runs transactions on them. Thread-safe. */
public final class Pool implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(3);
    private static final Duration RETRY_TIME = Duration.ofSeconds(3);
    /** How long nothing is tried after the pooler was not reached. */
    private static final Duration POOLER_PAUSE = Duration.ofSeconds(1);

    private static final Duration IDLE = Duration.ofMinutes(5);
    /** Uses full jitter, so that transactions which conflict repeatedly drift apart. */
    private static final Backoff CONFLICT_BACKOFF = new Backoff(Duration.ofMillis(1), Duration.ofMillis(100), 1);

    private final ServerAvailability availability;
    private final boolean pooled;
    private final HikariDataSource connections;
    private final Jdbi jdbi;
    private final LongAdder transactions = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final DiskSpace diskSpace = new DiskSpace();
    /** Until when nothing is tried, because the pooler was not reached just now; as {@link System#nanoTime()}. */
    private volatile long pooledFrom = System.nanoTime();

    private final LongAdder refusals = new LongAdder();

    /**
     * Creates a pool; the server need not be available yet.
     *
     * @param size most connections at a time
     */
    public Pool(Connector connector, int size, ServerAvailability availability) {
        this.availability = availability;
        this.pooled = connector.isPooled();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Both libraries load classes through the context class loader during initialisation.
        thread.setContextClassLoader(Pool.class.getClassLoader());
        try {
            connections = new HikariDataSource(configuration(connector, size));
            jdbi = Jdbi.create(connections);
        } finally {
            thread.setContextClassLoader(before);
        }
        // This class ends the transaction on the connection before the handle is closed.
        jdbi.getConfig(Handles.class).setForceEndTransactions(false);
        jdbi.registerArgument(new InstantArgument());
        jdbi.registerArrayType(String.class, "text");
    }

    private static HikariConfig configuration(Connector connector, int size) {
        var configuration = new HikariConfig();
        configuration.setPoolName("precinct");
        configuration.setDataSource(connector);
        configuration.setMaximumPoolSize(size);
        // Connections are opened only on demand: an attempt ahead of time might still back off after the server has
        // returned.
        configuration.setMinimumIdle(0);
        configuration.setIdleTimeout(IDLE.toMillis());
        configuration.setConnectionTimeout(WAIT.toMillis());
        configuration.setValidationTimeout(TimeUnit.SECONDS.toMillis(1));
        configuration.setInitializationFailTimeout(-1);
        configuration.setAutoCommit(true);
        return configuration;
    }

    /**
     * Returns the database of a domain.
     *
     * @param awaitSchema returns once the tables of the domain exist, or throws {@link DatabaseUnavailable}
     * @param listen see {@link Database#listen}
     */
    public Database database(Runnable awaitSchema, BiFunction<String, Runnable, AutoCloseable> listen) {
        return new DomainDatabase(awaitSchema, listen);
    }

    private final class DomainDatabase implements Database {
        private final Runnable awaitSchema;
        private final BiFunction<String, Runnable, AutoCloseable> listen;

        DomainDatabase(Runnable awaitSchema, BiFunction<String, Runnable, AutoCloseable> listen) {
            this.awaitSchema = awaitSchema;
            this.listen = listen;
        }

        @Override
        public <T extends @Nullable Object> T read(Work<T> work) {
            awaitSchema.run();
            availability.check();
            try {
                return inTransaction(true, work);
            } catch (RuntimeException e) {
                if (!isCutOff(e)) {
                    throw counted(e);
                }
            }
            try {
                return inTransaction(true, work);
            } catch (RuntimeException e) {
                throw counted(e);
            }
        }

        /**
         * All statements up to the driver's Sync message form one implicit transaction with the isolation level of the
         * session, so there is no transaction to begin, commit or roll back.
         */
        @Override
        public <T extends @Nullable Object> T readAtOnce(Work<T> work) {
            if (pooled) {
                return read(work); // sessions have no isolation level of their own
            }
            awaitSchema.run();
            availability.check();
            transactions.increment();
            try (Handle handle = jdbi.open()) {
                return work.on(new HandleTransaction(handle));
            } catch (RuntimeException e) {
                throw counted(SqlFaults.meaning(e, false));
            }
        }

        @Override
        public <T extends @Nullable Object> T write(Work<T> work) {
            awaitSchema.run();
            availability.check();
            long deadline = System.nanoTime() + RETRY_TIME.toNanos();
            for (int attempt = 1; ; attempt++) {
                try {
                    T result = inTransaction(false, work);
                    diskSpace.found();
                    return result;
                } catch (RuntimeException e) {
                    if (SqlFaults.isReadOnly(e)) {
                        drop(); // the server was the primary, and is a standby now: so are all connections to it
                        throw counted(new DatabaseUnavailable("the database takes no writes now", true, e));
                    }
                    if (attempt == 1 && isCutOff(e)) {
                        retries.increment();
                        continue;
                    }
                    if (!SqlFaults.again(e)) {
                        diskSpace.failed(e);
                        throw counted(e);
                    }
                    if (System.nanoTime() > deadline) {
                        throw counted(new DatabaseUnavailable(
                                "too many change the same at once: each try met another one", true, e));
                    }
                    retries.increment();
                    LockSupport.parkNanos(CONFLICT_BACKOFF.after(attempt).toNanos());
                }
            }
        }

        @Override
        public AutoCloseable listen(String channel, Runnable wake) {
            return listen.apply(channel, wake);
        }
    }

    private <T extends @Nullable Object> T inTransaction(boolean readOnly, Work<T> work) {
        requirePooler();
        transactions.increment();
        boolean committing = false;
        try (Handle handle = jdbi.open()) {
            Connection connection = handle.getConnection();
            try {
                begin(connection, readOnly);
                T result = work.on(new HandleTransaction(handle));
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
            noticePooler(e);
            throw SqlFaults.again(e) ? e : SqlFaults.meaning(e, committing && !readOnly);
        }
    }

    /**
     * Refuses work at once while the pooler is away: whoever watches the server goes around it, and does not notice.
     *
     * @throws DatabaseUnavailable if it was not reached within the last moment
     */
    private void requirePooler() {
        if (pooled && pooledFrom - System.nanoTime() > 0) {
            throw new DatabaseUnavailable("the pooler before the database is not reachable", true, null);
        }
    }

    private void noticePooler(RuntimeException e) {
        HikariPoolMXBean pool = connections.getHikariPoolMXBean();
        if (pooled
                && SqlFaults.sql(e) instanceof SQLTransientConnectionException
                && pool != null
                && pool.getTotalConnections() == 0) {
            pooledFrom = System.nanoTime() + POOLER_PAUSE.toNanos();
        }
    }

    /**
     * Whether a transaction had no effect because its connection was cut off, so that it may be run again at once, on a
     * new connection. The others are given up too: what cut off one has mostly cut off all.
     */
    private boolean isCutOff(RuntimeException e) {
        SQLException found = SqlFaults.sql(e);
        boolean cutOff = found != null
                && SqlFaults.lost(found)
                && !(found instanceof SQLTransientConnectionException)
                && e instanceof DatabaseUnavailable unavailable
                && unavailable.outcomeKnown();
        if (cutOff) {
            drop();
        }
        return cutOff;
    }

    /**
     * Begins a transaction. The driver sends BEGIN with the first statement, so a read needs no extra round trip; it
     * has the isolation level of the session. A write sets its own isolation level, which takes one more short round
     * trip. Behind a pooler both set all that otherwise the session has.
     */
    private void begin(Connection connection, boolean readOnly) throws SQLException {
        connection.setReadOnly(readOnly);
        connection.setAutoCommit(false);
        String settings = pooled ? "; " + Connector.POOLED : "";
        if (pooled || !readOnly) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET TRANSACTION ISOLATION LEVEL " + (readOnly ? "REPEATABLE READ" : "READ COMMITTED")
                        + settings);
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

    /** Whether the disk was full at the last write. */
    public boolean isDiskFull() {
        return diskSpace.isFull();
    }

    /** Borrows a connection for work outside the transactions of domains; it counts towards the size of the pool. */
    public Connection borrow() throws SQLException {
        return connections.getConnection();
    }

    /** Drops the connections after the server was lost: idle ones now, others when they are returned. */
    public void drop() {
        HikariPoolMXBean pool = connections.getHikariPoolMXBean();
        if (pool != null) {
            pool.softEvictConnections();
        }
    }

    /** Returns the current metrics. */
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
     * Metrics of the pool.
     *
     * @param inUse connections in use
     * @param idle idle connections
     * @param waiting callers that wait for a connection
     * @param size most connections at a time
     * @param transactions transactions begun so far, including retries
     * @param retries transactions that were retried after conflicts so far
     * @param refusals work that failed so far because the database was unavailable
     */
    public record Figures(int inUse, int idle, int waiting, int size, long transactions, long retries, long refusals) {}

    @Override
    public void close() {
        connections.close();
    }
}
