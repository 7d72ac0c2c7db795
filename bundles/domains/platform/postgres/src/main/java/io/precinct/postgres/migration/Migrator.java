package io.precinct.postgres.migration;

import io.precinct.common.digest.Digests;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Schema.Migration;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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

    private Migrator() {}

    /** Thrown if a schema must not be migrated; the message states the reason and what to do. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /** A migration as recorded in the database. */
    private record Done(String name, String sha256) {}

    /**
     * Runs the migrations of {@code schema} that have not run yet.
     *
     * @param connection must not be used by others meanwhile; in auto-commit mode before and after
     */
    public static void migrate(Connection connection, Schema schema) throws SQLException, Refused {
        if (!IDENTIFIER.matcher(schema.name()).matches()) {
            throw new Refused("a schema's name is an SQL identifier in lower case, got '" + schema.name() + "'");
        }
        int patience = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, 0); // creating an index of a large table may take long
        run(connection, "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0");
        try {
            run(connection, "SELECT pg_advisory_lock(" + LOCK + ")");
            try {
                locked(connection, schema);
            } finally {
                run(connection, "SELECT pg_advisory_unlock(" + LOCK + ")");
            }
        } finally {
            run(connection, "RESET statement_timeout; RESET lock_timeout; RESET idle_in_transaction_session_timeout");
            connection.setNetworkTimeout(Runnable::run, patience);
        }
    }

    private static void locked(Connection connection, Schema schema) throws SQLException, Refused {
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
        int done = compare(schema, done(connection, schema.name()));
        run(connection, "CREATE SCHEMA IF NOT EXISTS " + schema.name());
        List<Migration> left =
                schema.migrations().subList(done, schema.migrations().size());
        for (int i = 0; i < left.size(); i++) {
            one(connection, schema.name(), done + i, left.get(i));
        }
    }

    private static List<Done> done(Connection connection, String schema) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT name, sha256 FROM precinct.migration WHERE schema = ? ORDER BY position")) {
            statement.setString(1, schema);
            List<Done> done = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    done.add(new Done(rows.getString(1), rows.getString(2)));
                }
            }
            return done;
        }
    }

    /** Returns how many of the migrations have run; refuses if the database has different ones. */
    private static int compare(Schema schema, List<Done> done) throws Refused {
        for (int i = 0; i < done.size(); i++) {
            Done found = done.get(i);
            if (i >= schema.migrations().size()) {
                throw new Refused("the database is newer: schema " + schema.name() + " has the migration "
                        + found.name() + ", which this version does not know; start the version that wrote it,"
                        + " or restore a backup made before it");
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
        return done.size();
    }

    private static void one(Connection connection, String schema, int position, Migration migration)
            throws SQLException {
        connection.setAutoCommit(false);
        try {
            run(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
            run(connection, migration.sql());
            try (PreparedStatement statement = connection.prepareStatement(
                    "INSERT INTO precinct.migration (schema, position, name, sha256, sql) VALUES (?, ?, ?, ?, ?)")) {
                statement.setString(1, schema);
                statement.setInt(2, position);
                statement.setString(3, migration.name());
                statement.setString(4, Digests.sha256Hex(migration.sql()));
                statement.setString(5, migration.sql());
                statement.executeUpdate();
            }
            connection.commit();
            LOG.info("schema {}: {} done", schema, migration.name());
        } catch (SQLException e) {
            connection.rollback();
            throw new SQLException(
                    "migration " + migration.name() + " of schema " + schema + " failed: " + e.getMessage(),
                    e.getSQLState(),
                    e);
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
