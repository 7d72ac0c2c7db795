package io.precinct.postgres.migration;

import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.pool.Pool;
import io.precinct.postgres.pool.ServerAvailability;
import io.precinct.postgres.pool.SqlFaults;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Migrates the schemas of this process in the background, one after another. Thread-safe. */
public final class Migrations implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(500);

    private final Pool pool;
    private final ServerAvailability availability;
    private final Runnable changed;
    private final Map<String, Progress> schemas = new LinkedHashMap<>();
    private final Thread thread;
    private boolean closed;

    /**
     * Starts the migrations on connections of {@code pool}.
     *
     * @param changed called after each schema was migrated or failed
     */
    public Migrations(Pool pool, ServerAvailability availability, Runnable changed) {
        this.pool = pool;
        this.availability = availability;
        this.changed = changed;
        this.thread =
                Thread.ofPlatform().daemon().name("precinct-database-migration").start(this::run);
    }

    /** The progress of a schema. Thread-safe. */
    public static final class Progress {
        private final Schema schema;
        private final CountDownLatch decided = new CountDownLatch(1);
        private volatile @Nullable String problem;
        /** The earlier generation, which this one replaces unless it fails. Guarded by the migrations. */
        private @Nullable Progress previous;
        /** The number of callers that have opened it and not released it. Guarded by the migrations. */
        private int users = 1;

        private Progress(Schema schema, @Nullable Progress previous) {
            this.schema = schema;
            this.previous = previous;
        }

        private boolean isDecided() {
            return decided.getCount() == 0;
        }

        /**
         * Waits until the schema is migrated.
         *
         * @throws DatabaseUnavailable if that takes longer than a few seconds, or the migration failed
         */
        public void await(ServerAvailability availability) {
            if (!isDecided()) {
                if (availability.everAnswered()) {
                    availability.check();
                }
                try {
                    if (!decided.await(WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                        availability.check();
                        throw new DatabaseUnavailable("the database is still being migrated", true, null);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new DatabaseUnavailable("the wait for the database was interrupted", true, e);
                }
            }
            String found = problem;
            if (found != null) {
                throw new DatabaseUnavailable(found, true, null);
            }
        }

        private void decide(@Nullable String found) {
            problem = found;
            decided.countDown();
        }
    }

    /** Adds a schema; see {@code Databases.open}. */
    public synchronized Progress add(Schema schema) {
        Progress known = schemas.get(schema.name());
        if (known != null && known.problem != null) {
            known = null; // it failed: the migrations or the database may have been corrected since
        }
        if (known != null && known.schema.equals(schema)) {
            known.users++;
            return known;
        }
        if (known != null && !extendsOlder(known.schema, schema)) {
            throw new IllegalArgumentException("schema " + schema.name() + " is already open with other migrations: "
                    + names(known.schema) + ", not " + names(schema));
        }
        var added = new Progress(schema, known);
        schemas.put(schema.name(), added);
        notifyAll();
        return added;
    }

    /**
     * Releases one {@link #add} whose caller is gone. A failed schema that no caller uses any more is not reported as a
     * problem.
     */
    public synchronized void release(Progress progress) {
        progress.users--;
        forgetIfUseless(progress);
    }

    private void forgetIfUseless(Progress progress) {
        if (progress.users == 0 && progress.problem != null) {
            schemas.remove(progress.schema.name(), progress);
        }
    }

    /** Whether a newer generation of a domain only adds migrations after those of the older one. */
    private static boolean extendsOlder(Schema older, Schema newer) {
        int size = older.migrations().size();
        return newer.migrations().size() > size
                && newer.migrations().subList(0, size).equals(older.migrations());
    }

    private static List<String> names(Schema schema) {
        return schema.migrations().stream().map(Schema.Migration::name).toList();
    }

    /** Returns the schemas that are not migrated yet. */
    public synchronized List<String> waiting() {
        return schemas.values().stream()
                .filter(one -> !one.isDecided())
                .map(one -> one.schema.name())
                .toList();
    }

    /** Returns why schemas cannot be migrated; empty if none failed. */
    public synchronized List<String> problems() {
        return schemas.values().stream()
                .flatMap(one -> Optional.ofNullable(one.problem).stream())
                .toList();
    }

    /** Returns the names of the migrations by schema. */
    public synchronized Map<String, List<String>> schemas() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        schemas.values().forEach(one -> all.put(one.schema.name(), names(one.schema)));
        return all;
    }

    /** Continues after the server became available again. */
    public synchronized void serverAvailable() {
        notifyAll();
    }

    private void run() {
        try {
            while (true) {
                try {
                    migrate(next());
                    changed.run();
                } catch (RuntimeException | Error e) {
                    // Not rethrown: without this thread no further schema would be migrated.
                    LOG.error("the migration of schemas failed and is tried again", e);
                    Thread.sleep(RETRY_PAUSE);
                }
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private synchronized Progress next() throws InterruptedException {
        while (true) {
            if (closed) {
                throw new InterruptedException();
            }
            if (availability.reason() == null) {
                for (Progress one : schemas.values()) {
                    if (!one.isDecided()) {
                        return one;
                    }
                }
            }
            wait();
        }
    }

    private void migrate(Progress progress) throws InterruptedException {
        try (Connection connection = pool.borrow()) {
            Migrator.migrate(connection, progress.schema);
            done(progress);
        } catch (Migrator.Refused e) {
            LOG.error("{}", e.getMessage());
            failed(progress, e.getMessage());
        } catch (SQLException e) {
            if (SqlFaults.lost(e)
                    || SqlFaults.again(e)
                    || String.valueOf(e.getSQLState()).startsWith("53")) {
                LOG.warn("the migration of schema {} is tried again: {}", progress.schema.name(), e.getMessage());
                Thread.sleep(RETRY_PAUSE);
            } else {
                LOG.error("schema {} cannot be migrated", progress.schema.name(), e);
                failed(progress, e.getMessage());
            }
        }
    }

    /**
     * Completes a generation together with the older generations that it replaces, since its migrations begin with
     * theirs.
     */
    private synchronized void done(Progress progress) {
        for (Progress one = progress; one != null; one = one.previous) {
            one.decide(null);
        }
        progress.previous = null;
    }

    /** Fails a generation; the older one, if any, takes effect again. */
    private synchronized void failed(Progress progress, @Nullable String problem) {
        progress.decide(String.valueOf(problem));
        if (progress.previous != null) {
            schemas.replace(progress.schema.name(), progress, progress.previous);
        }
        forgetIfUseless(progress);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
