package io.precinct.postgres;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.migration.Migrations;
import io.precinct.postgres.notification.NotificationListener;
import io.precinct.postgres.pool.Pool;
import io.precinct.postgres.pool.ServerAvailability;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.Server;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The database on a server, with its pool, migrations and notifications. Closing it closes the server. Thread-safe.
 */
public final class PooledDatabases implements Databases, AutoCloseable {
    private final Server server;
    private final ServerAvailability availability = new ServerAvailability();
    private final Pool pool;
    private final Migrations migrations;
    private final NotificationListener watch;
    private volatile Runnable changeListener = () -> {};

    /**
     * Creates the database on {@code server}, which need not be available yet.
     *
     * @param connections most connections at a time, including the connection that listens
     */
    public PooledDatabases(Server server, int connections) {
        if (connections < 2) {
            throw new IllegalArgumentException(
                    "a database needs 2 connections at least, one of them to listen; got " + connections);
        }
        this.server = server;
        var connector = new Connector(server);
        pool = new Pool(connector, connections - 1, availability);
        migrations = new Migrations(pool, availability, this::changed);
        watch = new NotificationListener(connector, availability, this::lost, this::available);
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
        return database(migrations.add(schema));
    }

    private Database database(Migrations.Progress schema) {
        changed();
        return pool.database(() -> schema.await(availability), watch::subscribe);
    }

    /** Returns the databases for one bundle; close the result when the bundle no longer uses them. */
    OfBundle ofBundle() {
        return new OfBundle();
    }

    /**
     * The databases as one bundle uses them. A schema whose migration failed is a {@link PooledDatabases#problem} only
     * while a bundle that opened it uses the databases, so that a refused deployment leaves no problem behind.
     * Thread-safe.
     */
    final class OfBundle implements Databases, AutoCloseable {
        private final List<Migrations.Progress> opened = new CopyOnWriteArrayList<>();

        @Override
        public Database open(Schema schema) {
            Migrations.Progress progress = migrations.add(schema);
            opened.add(progress);
            return database(progress);
        }

        @Override
        public void close() {
            opened.forEach(migrations::release);
            changed();
        }
    }

    /** Returns why the server is unavailable, or empty if it is available. */
    public Optional<String> absence() {
        return Optional.ofNullable(availability.reason());
    }

    /** Returns what the start still has to wait for, or empty. */
    public Optional<String> pending() {
        String absence = availability.reason();
        if (absence != null) {
            return Optional.of(absence);
        }
        List<String> waiting = migrations.waiting();
        return waiting.isEmpty()
                ? Optional.empty()
                : Optional.of("the database is migrated: " + String.join(", ", waiting));
    }

    /** Returns a problem that waiting does not solve, or empty. */
    public Optional<String> problem() {
        return server.problem().or(() -> migrations.problems().stream().findFirst());
    }

    /** Returns the migrations of the schemas. */
    public Migrations migrations() {
        return migrations;
    }

    /** Returns the pool of connections. */
    public Pool pool() {
        return pool;
    }

    /** Returns the server of the database. */
    public Server server() {
        return server;
    }

    /** Returns how often the server was reconnected so far. */
    public long reconnects() {
        return Math.max(0, watch.connects() - 1);
    }

    @Override
    public void close() {
        availability.lost("the database is being closed");
        watch.close();
        migrations.close();
        pool.close();
        server.close();
    }
}
