package io.precinct.postgres.migration;

import io.precinct.common.digest.Digests;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Schema.Migration;
import io.precinct.postgres.migration.RecordedMigrations.Recorded;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migrates schemas. An advisory lock serialises the processes that share a database. Each migration runs in its own
 * transaction, together with the row that records it, so that a crash leaves it completely done or not done at all.
 */
public final class Migrator {
    private static final Logger LOG = LoggerFactory.getLogger(Migrator.class);
    private static final Pattern IDENTIFIER = Pattern.compile("[a-z][a-z0-9_]{0,62}");
    /** "precinct" in ASCII: one lock for all schemas, so that migrations may refer to one another. */
    private static final long LOCK = 0x70726563696e6374L;

    /** How long a trial may take. It keeps its locks to the end, and others wait for them. */
    private static final Duration TRIAL = Duration.ofSeconds(8);

    private static final Duration TRIAL_LOCK = Duration.ofSeconds(3);

    private Migrator() {}

    /** Thrown if a schema must not be migrated; the message states the reason and what to do. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /**
     * Runs the migrations of {@code schema} that have not run yet.
     *
     * @param connection must not be used by others meanwhile; in auto-commit mode before and after
     */
    public static void migrate(Connection connection, Schema schema) throws SQLException, Refused {
        exclusively(connection, schema.name(), () -> locked(connection, schema));
    }

    /**
     * Runs a migration that ran before on another database, whatever it declares, and records it.
     *
     * @param connection as for {@link #migrate}
     * @param position the number of the schema's migrations that were replayed before
     */
    public static void replay(Connection connection, String schema, int position, String name, String sql)
            throws SQLException, Refused {
        exclusively(connection, schema, () -> {
            createRecords(connection);
            run(connection, "CREATE SCHEMA IF NOT EXISTS " + schema);
            one(connection, schema, position, name, sql);
        });
    }

    /**
     * Runs the migrations that have not run yet in one transaction of limited length, and takes them back.
     *
     * @param connection as for {@link #migrate}
     * @return what was done or could not be tried, for people; null if there are none
     */
    static @Nullable String tryOut(Connection connection, Schema schema) throws SQLException, Refused {
        var found = new AtomicReference<@Nullable String>();
        exclusively(connection, schema.name(), () -> {
            List<Migration> left = left(connection, schema);
            connection.setAutoCommit(false);
            try {
                found.set(takenBack(connection, schema.name(), left));
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        });
        String what = found.get();
        return what == null ? null : what + ", so that health checks were not run";
    }

    private static @Nullable String takenBack(Connection connection, String schema, List<Migration> migrations)
            throws SQLException {
        long end = System.nanoTime() + TRIAL.toNanos();
        run(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        String obstacle = attempt(connection, "CREATE SCHEMA IF NOT EXISTS " + schema, true, end);
        if (obstacle != null) {
            return "schema " + schema + " " + obstacle;
        }
        for (Migration migration : migrations) {
            try {
                obstacle = attempt(connection, migration.sql(), migration.equals(migrations.getFirst()), end);
            } catch (SQLException e) {
                throw failed(schema, migration.name(), e);
            }
            if (obstacle != null) {
                return "migration " + migration.name() + " of schema " + schema + " " + obstacle;
            }
        }
        return migrations.isEmpty()
                ? null
                : String.join(", ", migrations.stream().map(Migration::name).toList()) + " of schema " + schema
                        + " was tried and taken back";
    }

    /**
     * Runs SQL within what is left of the time of a trial.
     *
     * @param first whether no migration ran before it in this transaction
     * @param end of the trial, as {@link System#nanoTime()}
     * @return why it could not be tried, although a deployment may succeed; null if it ran
     */
    private static @Nullable String attempt(Connection connection, String sql, boolean first, long end)
            throws SQLException {
        String late = "could not be tried within " + TRIAL.toSeconds() + " s: ";
        long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        if (left <= 0) {
            return late + "the migrations before it took so long";
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "SET LOCAL lock_timeout = " + TRIAL_LOCK.toMillis() + "; SET LOCAL statement_timeout = " + left);
            // The limit of the server is that of each statement, this one is that of all statements together.
            statement.setQueryTimeout(Math.toIntExact(Math.ceilDiv(left, 1000)));
            statement.execute(sql);
            return null;
        } catch (SQLException e) {
            String state = e.getSQLState();
            if ("57014".equals(state)) {
                return late + e.getMessage();
            }
            if ("55P03".equals(state)) {
                return "could not be tried, since others held what it needs for " + TRIAL_LOCK.toSeconds() + " s: "
                        + e.getMessage();
            }
            if ("55P04".equals(state) && !first) {
                return "could not be tried in one transaction with the migrations before it: " + e.getMessage();
            }
            throw e;
        }
    }

    private interface Step {
        void run() throws SQLException, Refused;
    }

    /** Runs a step while no other process migrates. */
    private static void exclusively(Connection connection, String schema, Step step) throws SQLException, Refused {
        if (!IDENTIFIER.matcher(schema).matches()) {
            throw new Refused("a schema's name is an SQL identifier in lower case, got '" + schema + "'");
        }
        int patience = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, 0); // creating an index of a large table may take long
        run(connection, "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0");
        try {
            run(connection, "SELECT pg_advisory_lock(" + LOCK + ")");
            try {
                step.run();
            } finally {
                run(connection, "SELECT pg_advisory_unlock(" + LOCK + ")");
            }
        } finally {
            run(connection, "RESET statement_timeout; RESET lock_timeout; RESET idle_in_transaction_session_timeout");
            connection.setNetworkTimeout(Runnable::run, patience);
        }
    }

    private static void locked(Connection connection, Schema schema) throws SQLException, Refused {
        List<Migration> left = left(connection, schema);
        int done = schema.migrations().size() - left.size();
        run(connection, "CREATE SCHEMA IF NOT EXISTS " + schema.name());
        for (int i = 0; i < left.size(); i++) {
            Migration migration = left.get(i);
            one(connection, schema.name(), done + i, migration.name(), migration.sql());
        }
    }

    /** The migrations that have not run yet. */
    private static List<Migration> left(Connection connection, Schema schema) throws SQLException, Refused {
        createRecords(connection);
        int done = compare(schema, done(connection, schema.name()));
        return schema.migrations().subList(done, schema.migrations().size());
    }

    private static void createRecords(Connection connection) throws SQLException {
        run(connection, """
                CREATE SCHEMA IF NOT EXISTS precinct;
                CREATE TABLE IF NOT EXISTS precinct.migration (
                    schema text NOT NULL,
                    position int NOT NULL,
                    name text NOT NULL,
                    sha256 text NOT NULL,
                    sql text NOT NULL, -- for backups: they replay what ran
                    number bigint GENERATED ALWAYS AS IDENTITY,
                    at timestamptz NOT NULL DEFAULT now(),
                    PRIMARY KEY (schema, position),
                    UNIQUE (schema, name))""");
    }

    private static List<Recorded> done(Connection connection, String schema) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT name, sha256, sql FROM precinct.migration WHERE schema = ? ORDER BY position")) {
            statement.setString(1, schema);
            List<Recorded> done = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    done.add(RecordedMigrations.recorded(rows.getString(1), rows.getString(2), rows.getString(3)));
                }
            }
            return done;
        }
    }

    /** Returns how many of the migrations have run; refuses if the database has different ones. */
    static int compare(Schema schema, List<Recorded> done) throws Refused {
        int known = schema.migrations().size();
        for (int i = 0; i < done.size(); i++) {
            Recorded found = done.get(i);
            if (i >= known) {
                requireExpand(schema, found);
                continue;
            }
            Migration expected = schema.migrations().get(i);
            if (!expected.name().equals(found.name())) {
                throw new Refused("migration " + (i + 1) + " of schema " + schema.name() + " is " + expected.name()
                        + " here and " + found.name() + " in the database; migrations are only ever added at the end");
            }
            if (!Digests.sha256Hex(expected.sql()).equals(found.sha256())) {
                throw new Refused("migration " + expected.name() + " of schema " + schema.name()
                        + " was changed after it ran (the database has sha256 " + found.sha256() + ", this version "
                        + Digests.sha256Hex(expected.sql()) + "); put it back and add a new one");
            }
        }
        if (done.size() > known) {
            LOG.info(
                    "schema {} has {} migrations of a later version, all of which expand it",
                    schema.name(),
                    done.size() - known);
        }
        return Math.min(done.size(), known);
    }

    /** Refuses a migration of a later version with which this one cannot live. */
    private static void requireExpand(Schema schema, Recorded later) throws Refused {
        if (later.kind() != Schema.Kind.EXPAND) {
            throw new Refused("the database is newer: schema " + schema.name() + " has the migration " + later.name()
                    + ", which this version does not know, and which "
                    + (later.kind() == Schema.Kind.CONTRACT
                            ? "is declared as a contract"
                            : "does not declare that it expands the schema")
                    + ", so that this version cannot work on it; use the version that wrote it or a later one,"
                    + " or restore a backup made before it");
        }
    }

    private static void one(Connection connection, String schema, int position, String name, String sql)
            throws SQLException {
        connection.setAutoCommit(false);
        try {
            run(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
            run(connection, sql);
            try (PreparedStatement statement = connection.prepareStatement(
                    "INSERT INTO precinct.migration (schema, position, name, sha256, sql) VALUES (?, ?, ?, ?, ?)")) {
                statement.setString(1, schema);
                statement.setInt(2, position);
                statement.setString(3, name);
                statement.setString(4, Digests.sha256Hex(sql));
                statement.setString(5, sql);
                statement.executeUpdate();
            }
            connection.commit();
            LOG.info("schema {}: {} done", schema, name);
        } catch (SQLException e) {
            connection.rollback();
            throw failed(schema, name, e);
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static SQLException failed(String schema, String migration, SQLException e) {
        return new SQLException(
                "migration " + migration + " of schema " + schema + " failed: " + e.getMessage(), e.getSQLState(), e);
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
