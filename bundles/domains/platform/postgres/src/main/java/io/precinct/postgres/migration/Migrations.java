package io.precinct.postgres.migration;

import io.precinct.api.service.HealthCheck.Verdict;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.pool.ServerAvailability;
import io.precinct.postgres.pool.SqlFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Migrates the schemas of this process in the background, one after another. Thread-safe. */
public final class Migrations implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(500);

    private final Connections connections;
    private final ServerAvailability availability;
    private final Runnable changed;
    /** The open generations of each schema, in the order in which they were opened. */
    private final Map<String, List<Progress>> schemas = new LinkedHashMap<>();

    private final Thread thread;
    private boolean closed;
    /** Why nobody waits for a schema any more, or null. */
    private @Nullable String givenUp;

    private volatile @Nullable Path records;
    /** What was written last; used by the thread only. */
    private @Nullable RecordedMigrations recorded;

    /**
     * Starts the migrations.
     *
     * @param changed called after each schema was migrated or failed
     */
    public Migrations(Connections connections, ServerAvailability availability, Runnable changed) {
        this.connections = connections;
        this.availability = availability;
        this.changed = changed;
        this.thread =
                Thread.ofPlatform().daemon().name("precinct-database-migration").start(this::run);
    }

    /** Opens connections with a session of their own, whose locks and settings last beyond a transaction. */
    @FunctionalInterface
    public interface Connections {
        Connection open() throws SQLException;
    }

    /** The progress of a schema that one caller opened, or several with the same migrations. Thread-safe. */
    public static final class Progress {
        private final Schema schema;
        private final CountDownLatch decided = new CountDownLatch(1);
        /** Opens when the schema is decided, or nobody is to wait for that any more. */
        private final CountDownLatch awaited = new CountDownLatch(1);

        private volatile @Nullable String problem;
        /** Why nobody is to wait for the schema, or null. */
        private volatile @Nullable String givenUp;
        /** Why work cannot be done although nothing failed: the migrations were tried and taken back. */
        private volatile @Nullable String takenBack;

        private final boolean trial;
        /** Who opened it, for people. Guarded by the migrations. */
        private final Set<String> openers = new TreeSet<>();
        /** The number of callers that have opened it and not released it. Guarded by the migrations. */
        private int users = 1;

        private Progress(Schema schema, boolean trial) {
            this.schema = schema;
            this.trial = trial;
        }

        private boolean isDecided() {
            return decided.getCount() == 0;
        }

        private boolean failed() {
            return problem != null;
        }

        /**
         * How far it is.
         *
         * @return down if it failed, waiting until it is decided, degraded if its migrations were taken back, else up
         */
        public Verdict verdict(ServerAvailability availability) {
            String found = problem;
            if (found != null) {
                return Verdict.down(found);
            }
            String tried = takenBack;
            if (tried != null) {
                return Verdict.degraded(tried);
            }
            String absent = availability.reason();
            return isDecided()
                    ? Verdict.up("schema " + schema.name() + " is there")
                    : Verdict.waiting(absent == null ? "schema " + schema.name() + " is being migrated" : absent);
        }

        /**
         * Waits until the schema is migrated.
         *
         * @throws DatabaseUnavailable if that takes longer than a few seconds, the migration failed, or it is not
         *     decided and {@linkplain Migrations#giveUp given up}
         */
        public void await(ServerAvailability availability) {
            if (!isDecided()) {
                if (availability.everAnswered()) {
                    availability.check();
                }
                try {
                    if (!awaited.await(WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                        availability.check();
                        throw new DatabaseUnavailable("the database is still being migrated", true, null);
                    }
                    String reason = givenUp;
                    if (reason != null && !isDecided()) {
                        throw new DatabaseUnavailable(reason, true, null);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new DatabaseUnavailable("the wait for the database was interrupted", true, e);
                }
            }
            String found = problem == null ? takenBack : problem;
            if (found != null) {
                throw new DatabaseUnavailable(found, true, null);
            }
        }

        private void decide(@Nullable String found) {
            problem = found;
            decided.countDown();
            awaited.countDown();
        }

        private void giveUp(String reason) {
            givenUp = reason;
            awaited.countDown();
        }
    }

    /**
     * Adds a schema; see {@code Databases.open}. Generations of a domain may be open at the same time, as long as the
     * migrations of one begin with those of the other.
     *
     * @param opener the bundle that opens it, for people
     */
    public Progress add(Schema schema, String opener) {
        return add(schema, opener, false);
    }

    /** As {@link #add}, but migrations are only tried: they are taken back, and no work can be done after them. */
    public Progress tryOut(Schema schema, String opener) {
        return add(schema, opener, true);
    }

    private synchronized Progress add(Schema schema, String opener, boolean trial) {
        List<Progress> generations = schemas.computeIfAbsent(schema.name(), _ -> new ArrayList<>());
        Progress newest = null;
        for (Progress known : generations) {
            if (!known.failed() && !known.trial && known.users > 0) {
                if (!begins(known.schema, schema) && !begins(schema, known.schema)) {
                    throw new IllegalArgumentException("schema " + schema.name()
                            + " is already open with other migrations: " + names(known.schema) + ", not "
                            + names(schema));
                }
                newest = newest == null || begins(newest.schema, known.schema) ? known : newest;
            }
        }
        // An older generation is compared with the database each time: a newer one may have migrated it since.
        if (newest != null && newest.schema.equals(schema)) {
            newest.users++;
            newest.openers.add(opener);
            return newest;
        }
        var added = new Progress(schema, trial);
        added.openers.add(opener);
        if (givenUp != null) {
            added.giveUp(givenUp);
        }
        generations.add(added);
        notifyAll();
        return added;
    }

    /**
     * Releases one {@link #add} whose caller is gone. A failed schema that no caller uses any more is not reported as a
     * problem.
     */
    public synchronized void release(Progress progress) {
        progress.users--;
        forgetUnused(progress.schema.name());
    }

    private void forgetUnused(String name) {
        schemas.computeIfPresent(name, (_, generations) -> {
            generations.removeIf(one -> one.users == 0 && one.isDecided());
            return generations.isEmpty() ? null : generations;
        });
    }

    /** Whether the migrations of {@code longer} begin with those of {@code shorter}, or are the same. */
    private static boolean begins(Schema shorter, Schema longer) {
        int size = shorter.migrations().size();
        return longer.migrations().size() >= size
                && longer.migrations().subList(0, size).equals(shorter.migrations());
    }

    private static List<String> names(Schema schema) {
        return schema.migrations().stream().map(Schema.Migration::name).toList();
    }

    private Stream<Progress> all() {
        return schemas.values().stream().flatMap(List::stream);
    }

    private static Stream<Progress> lasting(List<Progress> generations) {
        return generations.stream().filter(one -> !one.trial);
    }

    /** Returns the schemas that are not migrated yet. */
    public synchronized List<String> waiting() {
        return all().filter(one -> !one.isDecided())
                .map(one -> one.schema.name())
                .distinct()
                .toList();
    }

    /**
     * Returns why schemas cannot be migrated, with the bundles that need them; empty if none failed. A generation that
     * failed beside one that works is the problem of its bundle alone.
     */
    public synchronized List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (List<Progress> all : schemas.values()) {
            List<Progress> generations = lasting(all).toList();
            boolean works = generations.stream().anyMatch(one -> one.isDecided() && !one.failed());
            Progress last = generations.isEmpty() ? null : generations.getLast();
            if (!works && last != null && last.failed()) {
                problems.add(String.join(", ", last.openers) + ": " + last.problem);
            }
        }
        return problems;
    }

    /**
     * Returns why open schemas do not fit a database, with the bundles that need them, without asking it.
     *
     * @param recorded the migrations that have run on the database
     */
    public synchronized List<String> refusals(RecordedMigrations recorded) {
        List<String> refusals = new ArrayList<>();
        all().forEach(one -> {
            try {
                int _ = Migrator.compare(one.schema, recorded.of(one.schema.name()));
            } catch (Migrator.Refused e) {
                refusals.add(String.join(", ", one.openers) + ": " + e.getMessage());
            }
        });
        return refusals;
    }

    /** Returns the names of the migrations by schema, those of the newest generation that did not fail. */
    public synchronized Map<String, List<String>> schemas() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        schemas.forEach((name, generations) -> lasting(generations)
                .filter(one -> !one.failed())
                .max(Comparator.comparingInt(one -> one.schema.migrations().size()))
                .ifPresent(newest -> all.put(name, names(newest.schema))));
        return all;
    }

    /** Continues after the server became available again. */
    public synchronized void serverAvailable() {
        notifyAll();
    }

    /**
     * Lets nobody wait any more for a schema that is not migrated yet, now or later: work on it fails at once. Schemas
     * that are migrated are not affected.
     *
     * @param reason for people
     */
    public synchronized void giveUp(String reason) {
        givenUp = reason;
        all().forEach(progress -> progress.giveUp(reason));
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
                Optional<Progress> undecided =
                        all().filter(one -> !one.isDecided()).findFirst();
                if (undecided.isPresent()) {
                    return undecided.get();
                }
            }
            wait();
        }
    }

    private void migrate(Progress progress) throws InterruptedException {
        try (Connection connection = connections.open()) {
            if (progress.trial) {
                progress.takenBack = Migrator.tryOut(connection, progress.schema);
            } else {
                Migrator.migrate(connection, progress.schema);
                record(connection);
            }
            decided(progress, null);
        } catch (Migrator.Refused e) {
            LOG.error("{}: {}", openers(progress), e.getMessage());
            decided(progress, String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            if (SqlFaults.lost(e)
                    || SqlFaults.again(e)
                    || String.valueOf(e.getSQLState()).startsWith("53")) {
                LOG.warn("the migration of schema {} is tried again: {}", progress.schema.name(), e.getMessage());
                Thread.sleep(RETRY_PAUSE);
            } else {
                LOG.error("schema {} of {} cannot be migrated", progress.schema.name(), openers(progress), e);
                decided(progress, String.valueOf(e.getMessage()));
            }
        } catch (RuntimeException e) {
            // A further attempt would fail in the same way, and other schemas would wait for this one.
            LOG.error("schema {} of {} cannot be migrated", progress.schema.name(), openers(progress), e);
            decided(progress, "schema " + progress.schema.name() + " cannot be migrated: " + e);
        }
    }

    /** From now on, writes which migrations have run into this file, for checks that do not start the database. */
    public void recordIn(Path file) {
        records = file;
    }

    private void record(Connection connection) throws SQLException {
        Path file = records;
        if (file == null) {
            return;
        }
        RecordedMigrations now = RecordedMigrations.read(connection);
        if (!now.equals(recorded)) {
            try {
                now.write(file);
                recorded = now;
            } catch (IOException e) {
                LOG.warn("{} cannot be written, so that a check does not know the migrations", file, e);
            }
        }
    }

    private synchronized String openers(Progress progress) {
        return String.join(", ", progress.openers);
    }

    private synchronized void decided(Progress progress, @Nullable String problem) {
        progress.decide(problem);
        forgetUnused(progress.schema.name());
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
