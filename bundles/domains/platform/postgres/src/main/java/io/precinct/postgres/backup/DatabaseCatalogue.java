package io.precinct.postgres.backup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads the tables, sequences and migrations of the domains from the catalogue of the database. Names are quoted. */
final class DatabaseCatalogue {
    /** The tables of the domains, without the table of migrations, because a restore runs the migrations again. */
    private static final String TABLES = """
            SELECT format('%I.%I', n.nspname, c.relname),
                   (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
                      FROM pg_attribute a
                     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '')
              FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE c.relkind = 'r' AND n.nspname IN (SELECT schema FROM precinct.migration)
             ORDER BY 1""";

    private static final String SEQUENCES = """
            SELECT format('%I.%I', schemaname, sequencename), last_value
              FROM pg_sequences
             WHERE schemaname IN (SELECT schema FROM precinct.migration)
             ORDER BY 1""";

    private static final String MIGRATIONS = "SELECT schema, name, sql FROM precinct.migration ORDER BY number";

    private static final long UNUSED = Long.MIN_VALUE;

    private DatabaseCatalogue() {}

    /**
     * A table.
     *
     * @param name the name with its schema
     * @param columns its stored columns, without generated columns
     */
    record Table(String name, String columns) {}

    /**
     * A sequence.
     *
     * @param last the last value given out
     */
    record Sequence(String name, long last) {}

    /** A migration that ran. */
    record Step(String schema, String name, String sql) {}

    static List<Table> tables(Connection connection) throws SQLException {
        return rows(connection, TABLES, row -> new Table(row.getString(1), String.valueOf(row.getString(2))));
    }

    /** Returns the sequences that have given out a value. */
    static List<Sequence> sequences(Connection connection) throws SQLException {
        List<Sequence> all = rows(connection, SEQUENCES, row -> {
            long last = row.getLong(2);
            boolean used = !row.wasNull();
            return new Sequence(row.getString(1), used ? last : UNUSED);
        });
        return all.stream().filter(one -> one.last() != UNUSED).toList();
    }

    /** Returns the migrations of all schemas, in the order in which they ran. */
    static List<Step> steps(Connection connection) throws SQLException {
        return rows(connection, MIGRATIONS, row -> new Step(row.getString(1), row.getString(2), row.getString(3)));
    }

    /** Reads a row. */
    @FunctionalInterface
    private interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    private static <T> List<T> rows(Connection connection, String sql, Row<T> read) throws SQLException {
        if (!migrated(connection)) {
            return List.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(read.of(rows));
            }
            return all;
        }
    }

    private static boolean migrated(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT to_regclass('precinct.migration') IS NOT NULL");
                ResultSet rows = statement.executeQuery()) {
            return rows.next() && rows.getBoolean(1);
        }
    }
}
