package io.precinct.postgres;

import io.precinct.api.service.HealthCheck;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.migration.Migrations;
import io.precinct.postgres.notification.NotificationListener;
import io.precinct.postgres.pool.Pool;
import io.precinct.postgres.pool.ServerAvailability;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.Server;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The database on a server, with its pool, migrations and notifications. Closing it closes the server. Thread-safe.
 */
public final class PooledDatabases implements Databases, AutoCloseable {
    private static final List<HealthCheck.Status> SEVERITY = List.of(
            HealthCheck.Status.UP, HealthCheck.Status.DEGRADED, HealthCheck.Status.WAITING, HealthCheck.Status.DOWN);

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
        pool = new Pool(Connector.ofTransactions(server), connections - 1, availability);
        migrations = new Migrations(
                server.isPooled() ? connector::getConnection : pool::borrow, availability, this::changed);
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

    /**
     * Lets nobody wait any more for a schema that is not migrated yet, now or later.
     *
     * @param reason for people
     */
    void giveUp(String reason) {
        migrations.giveUp(reason);
    }

    /** From now on, writes which migrations have run into a file, whenever some have. */
    void recordMigrations(Path file) {
        migrations.recordIn(file);
    }

    /** Calls {@code action} whenever {@link #pending} or {@link #problem} may have changed, from any thread. */
    void onChange(Runnable action) {
        changeListener = action;
    }

    @Override
    public Database open(Schema schema) {
        return database(migrations.add(schema, "Precinct"));
    }

    private Database database(Migrations.Progress schema) {
        changed();
        return pool.database(() -> schema.await(availability), watch::subscribe);
    }

    /**
     * Returns the databases for one bundle; close the result when the bundle no longer uses them.
     *
     * @param bundle its name, for people
     * @param trial whether its migrations are only tried, and taken back
     */
    OfBundle ofBundle(String bundle, boolean trial) {
        return new OfBundle(bundle, trial);
    }

    /**
     * The databases as one bundle uses them. A schema whose migration failed is one of {@link
     * PooledDatabases#faults} only while a bundle that opened it uses the databases, so that a refused deployment leaves
     * no fault behind. Thread-safe.
     */
    final class OfBundle implements Databases, AutoCloseable {
        private final String bundle;
        private final boolean trial;
        private final List<Migrations.Progress> opened = new CopyOnWriteArrayList<>();

        private OfBundle(String bundle, boolean trial) {
            this.bundle = bundle;
            this.trial = trial;
        }

        @Override
        public Database open(Schema schema) {
            Migrations.Progress progress = trial ? migrations.tryOut(schema, bundle) : migrations.add(schema, bundle);
            opened.add(progress);
            return database(progress);
        }

        /** Returns whether the schemas that it opened are there: the worst of them. */
        HealthCheck.Verdict verdict() {
            return opened.stream()
                    .map(progress -> progress.verdict(availability))
                    .max(Comparator.comparing(verdict -> SEVERITY.indexOf(verdict.status())))
                    .orElseGet(() -> HealthCheck.Verdict.up("it opened no schema"));
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

    /** Returns a problem of the server that waiting does not solve, or empty. */
    public Optional<String> problem() {
        return server.problem();
    }

    /** Returns why schemas cannot be used, each with its bundles; only these bundles are concerned. */
    public List<String> faults() {
        return migrations.problems();
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
