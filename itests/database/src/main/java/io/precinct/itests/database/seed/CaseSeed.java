package io.precinct.itests.database.seed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Fills the migrated, empty schema {@code cases} with cases and notes by COPY: 100,000 cases and 1,000,000 notes in a
 * few minutes. Secondary indexes are dropped first and rebuilt afterwards, as an operator would do it. Finally,
 * statistics are counted and tables analysed.
 *
 * <pre>{@code
 * new CaseSeed(42, 100_000, 1_000_000).fill(() -> DriverManager.getConnection(url, user, password));
 * }</pre>
 */
public final class CaseSeed {
    private static final int CHUNK = 1 << 16;
    private static final int WRITERS = 2;

    private final SeededCases cases;

    /** Opens a connection to the database. */
    @FunctionalInterface
    public interface Source {
        /** A new connection, which the caller closes. */
        Connection open() throws SQLException;
    }

    /**
     * A seed of this size.
     *
     * @param seed the same seed gives the same rows, except for the day from which dates count
     * @param cases number of cases
     * @param notes number of notes of all cases together
     */
    public CaseSeed(long seed, int cases, int notes) {
        this.cases = new SeededCases(seed, cases, notes);
    }

    /** The generated cases, for tests that need them. */
    public SeededCases cases() {
        return cases;
    }

    /** Writes everything. */
    public void fill(Source source) throws SQLException, IOException, InterruptedException {
        try (Connection connection = source.open()) {
            List<String> indexes = dropIndexes(connection);
            execute(connection, "ALTER TABLE cases.task DISABLE TRIGGER learn_words");
            copy(
                    connection,
                    "COPY cases.task (" + SeededCases.TASK_COLUMNS + ") FROM STDIN",
                    cases.size(),
                    cases::task);
            execute(connection, "ALTER TABLE cases.task ENABLE TRIGGER learn_words");
            inParallel(writers(source));
            words(connection);
            execute(connection, "SET maintenance_work_mem = '512MB'");
            for (String index : indexes) {
                execute(connection, index);
            }
            execute(connection, "VACUUM (ANALYZE) cases.task");
            execute(connection, "VACUUM (ANALYZE) cases.note");
            // so that the next measurement does not include writing all of this to disk
            execute(connection, "CHECKPOINT");
        }
    }

    /** Inserts the words of the texts. They are known here, so they need not be collected from a million rows. */
    private static void words(Connection connection) throws SQLException {
        Stream<String> ofTexts = IntStream.range(0, SeededCases.WORDS).mapToObj(SeededCases::word);
        String[] words =
                Stream.concat(ofTexts, Stream.of("lantern", "pier")).distinct().toArray(String[]::new);
        try (var insert = connection.prepareStatement("INSERT INTO cases.word (word) SELECT unnest(?)")) {
            insert.setArray(1, connection.createArrayOf("text", words));
            insert.executeUpdate();
        }
        execute(connection, "VACUUM (ANALYZE) cases.word");
    }

    private List<Callable<Void>> writers(Source source) {
        var writers = new ArrayList<Callable<Void>>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int from = (int) ((long) cases.size() * writer / WRITERS);
            int to = (int) ((long) cases.size() * (writer + 1) / WRITERS);
            writers.add(() -> {
                try (Connection connection = source.open()) {
                    // the foreign keys are correct, so a million look-ups of them can be skipped
                    execute(connection, "SET session_replication_role = replica");
                    copy(
                            connection,
                            "COPY cases.note (" + SeededCases.NOTE_COLUMNS + ") FROM STDIN",
                            to - from,
                            (text, i) -> cases.notes(text, from + i));
                }
                return null;
            });
        }
        return writers;
    }

    private static void inParallel(List<Callable<Void>> work) throws SQLException, IOException, InterruptedException {
        try (var threads = Executors.newFixedThreadPool(work.size())) {
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case SQLException sql -> throw sql;
                case IOException io -> throw io;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    /** Sends what {@code rows} appends for each element, in COPY's text format. */
    private static void copy(Connection connection, String sql, int count, ObjIntConsumer<StringBuilder> rows)
            throws SQLException, IOException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
        try {
            var text = new StringBuilder(CHUNK * 2);
            for (int i = 0; i < count; i++) {
                rows.accept(text, i);
                if (text.length() > CHUNK || i == count - 1) {
                    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
                    copy.writeToCopy(bytes, 0, bytes.length);
                    text.setLength(0);
                }
            }
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    /** Drops the secondary indexes; returns the statements that create them again. */
    private static List<String> dropIndexes(Connection connection) throws SQLException {
        var names = new ArrayList<String>();
        var definitions = new ArrayList<String>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT i.indexname, i.indexdef FROM pg_indexes i WHERE i.schemaname = 'cases'"
                                + " AND i.tablename IN ('task', 'note') AND NOT EXISTS (SELECT 1 FROM pg_constraint c"
                                + " WHERE c.connamespace = 'cases'::regnamespace AND c.conname = i.indexname)"
                                + " ORDER BY i.indexname")) {
            while (rows.next()) {
                names.add(rows.getString(1));
                definitions.add(rows.getString(2));
            }
        }
        for (String name : names) {
            execute(connection, "DROP INDEX cases." + name);
        }
        return definitions;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
