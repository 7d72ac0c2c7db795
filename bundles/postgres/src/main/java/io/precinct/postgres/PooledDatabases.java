package io.precinct.postgres;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.migration.Migrations;
import io.precinct.postgres.pool.Pool;
import io.precinct.postgres.pool.ServerAvailability;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.Server;
import io.precinct.postgres.wake.NotificationListener;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The database on a server: its pool, migrations and notifications. Closing it closes the server. Thread-safe. */
public final class PooledDatabases implements Databases, AutoCloseable {
    private final Server server;
    private final ServerAvailability gate = new ServerAvailability();
    private final Pool pool;
    private final Migrations migrations;
    private final NotificationListener watch;
    private volatile Runnable changeListener = () -> {};

    /**
     * The database on {@code server}, which need not be available yet.
     *
     * @param connections most connections at a time, the one that listens included
     */
    public PooledDatabases(Server server, int connections) {
        if (connections < 2) {
            throw new IllegalArgumentException(
                    "a database needs 2 connections at least, one of them to listen; got " + connections);
        }
        this.server = server;
        var connector = new Connector(server);
        pool = new Pool(connector, connections - 1, gate);
        migrations = new Migrations(pool, gate, this::changed);
        watch = new NotificationListener(connector, gate, this::lost, this::available);
    }

    private void lost() {
        pool.drop();
        changed();
    }

    private void available() {
        migrations.serverAvailable();
        changed();
    }

    private void changed() {
        changeListener.run();
    }

    /** Calls {@code action} whenever {@link #pending} or {@link #problem} may have changed, from any thread. */
    void onChange(Runnable action) {
        changeListener = action;
    }

    @Override
    public Database open(Schema schema) {
        Migrations.Progress progress = migrations.add(schema);
        changed();
        return new DomainDatabase(progress);
    }

    /** The database of a domain: work waits until its schema is migrated. */
    private final class DomainDatabase implements Database {
        private final Migrations.Progress schema;

        DomainDatabase(Migrations.Progress schema) {
            this.schema = schema;
        }

        @Override
        public <T extends @Nullable Object> T read(Work<T> work) {
            schema.await(gate);
            return pool.read(work);
        }

        @Override
        public <T extends @Nullable Object> T readAtOnce(Work<T> work) {
            schema.await(gate);
            return pool.readAtOnce(work);
        }

        @Override
        public <T extends @Nullable Object> T write(Work<T> work) {
            schema.await(gate);
            return pool.write(work);
        }

        @Override
        public AutoCloseable listen(String channel, Runnable callback) {
            return watch.subscribe(channel, callback);
        }
    }

    /** Why the server is unavailable, or empty if it is not. */
    public Optional<String> absence() {
        return Optional.ofNullable(gate.reason());
    }

    /** What the start still has to wait for, or empty. */
    public Optional<String> pending() {
        String absence = gate.reason();
        if (absence != null) {
            return Optional.of(absence);
        }
        List<String> waiting = migrations.waiting();
        return waiting.isEmpty()
                ? Optional.empty()
                : Optional.of("the database is migrated: " + String.join(", ", waiting));
    }

    /** A problem that waiting does not solve, or empty. */
    public Optional<String> problem() {
        return server.problem().or(() -> migrations.problems().stream().findFirst());
    }

    /** The migrations of the schemas. */
    public Migrations migrations() {
        return migrations;
    }

    /** The pool of connections. */
    public Pool pool() {
        return pool;
    }

    /** The server of the database. */
    public Server server() {
        return server;
    }

    /** How often the server was connected to again so far. */
    public long reconnects() {
        return Math.max(0, watch.connects() - 1);
    }

    @Override
    public void close() {
        gate.close("the database is being closed");
        watch.close();
        migrations.close();
        pool.close();
        server.close();
    }
}
