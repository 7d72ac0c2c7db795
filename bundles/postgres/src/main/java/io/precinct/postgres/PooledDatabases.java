package io.precinct.postgres;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.migration.Migrations;
import io.precinct.postgres.pool.ServerAvailability;
import io.precinct.postgres.pool.Pool;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.Server;
import io.precinct.postgres.wake.NotificationListener;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One database with everything around it, on a server; closes the server with itself. Thread-safe. */
public final class PooledDatabases implements Databases, AutoCloseable {
    private final Server server;
    private final ServerAvailability gate = new ServerAvailability();
    private final Pool pool;
    private final Migrations migrations;
    private final NotificationListener watch;
    private volatile Runnable change = () -> {};

    /**
     * Databases on {@code server}, which need not be there yet.
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
        watch = new NotificationListener(connector, gate, this::gone, this::back);
    }

    private void gone() {
        pool.drop();
        changed();
    }

    private void back() {
        migrations.wake();
        changed();
    }

    private void changed() {
        change.run();
    }

    /** Calls {@code action} whenever {@link #pending} or {@link #problem} may have changed, from any thread. */
    void onChange(Runnable action) {
        change = action;
    }

    @Override
    public Database open(Schema schema) {
        Migrations.Progress progress = migrations.add(schema);
        changed();
        return new Opened(progress);
    }

    /** A domain's view: work waits until its schema is there. */
    private final class Opened implements Database {
        private final Migrations.Progress schema;

        Opened(Migrations.Progress schema) {
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
        public AutoCloseable listen(String channel, Runnable wake) {
            return watch.subscribe(channel, wake);
        }
    }

    /** Why the server is not there, or empty where it is. */
    public Optional<String> absence() {
        return Optional.ofNullable(gate.reason());
    }

    /** What is still to be waited for, or empty. */
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

    /** What will not get better by waiting, or empty. */
    public Optional<String> problem() {
        return server.problem().or(() -> migrations.problems().stream().findFirst());
    }

    /** How far the schemas are. */
    public Migrations migrations() {
        return migrations;
    }

    /** The connections. */
    public Pool pool() {
        return pool;
    }

    /** The server behind it. */
    public Server server() {
        return server;
    }

    /** How often the server was connected to anew so far. */
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
