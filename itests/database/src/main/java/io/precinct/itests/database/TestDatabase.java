package io.precinct.itests.database;

import io.precinct.postgres.PooledDatabases;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.server.DatabaseAddress;
import io.precinct.postgres.server.ServerUnreachable;
import java.util.ArrayList;
import java.util.List;

/**
 * An empty database for a test:
 *
 * <pre>{@code
 * private static final TestDatabase DATABASE = TestDatabase.fresh();
 * private final Database database = DATABASE.open(Schema.of("cases", Cases.class, "001-cases.sql"));
 * }</pre>
 *
 * <p>{@link #node} gives access to the same database as from another process. Thread-safe.
 */
public final class TestDatabase implements Databases, AutoCloseable {
    private static final int CONNECTIONS = 10;

    private final TestServer server;
    private final String name;
    private final PooledDatabases own;
    private final List<PooledDatabases> nodes = new ArrayList<>();

    private TestDatabase(TestServer server, int connections) {
        this.server = server;
        this.name = server.create();
        this.own = new PooledDatabases(server.database(name), connections);
    }

    /** A new, empty database on the server that the JVM shares. */
    public static TestDatabase fresh() {
        return on(TestServer.shared());
    }

    /**
     * A new, empty database whose transactions all use the same connection, one after the other. PostgreSQL publishes
     * the counts of a connection up to 10 s late, so a test can read the counts of its requests only on the same
     * connection.
     */
    public static TestDatabase onOneConnection() {
        // a second connection listens
        return new TestDatabase(TestServer.shared(), 2);
    }

    /** A new, empty database on a server. */
    public static TestDatabase on(TestServer server) {
        return new TestDatabase(server, CONNECTIONS);
    }

    @Override
    public Database open(Schema schema) {
        return own.open(schema);
    }

    /** The databases that {@link #open} uses. */
    public PooledDatabases databases() {
        return own;
    }

    /** Access to the same database as from another process, with a separate pool. */
    public synchronized PooledDatabases node() {
        var node = new PooledDatabases(server.database(name), CONNECTIONS);
        nodes.add(node);
        return node;
    }

    /** The address of the database, for example for plain JDBC. */
    public DatabaseAddress address() {
        try {
            return server.database(name).address();
        } catch (ServerUnreachable e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() {
        nodes.forEach(PooledDatabases::close);
        own.close();
    }
}
