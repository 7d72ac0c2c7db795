package io.precinct.postgres.backup;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.postgres.backup.DatabaseCatalogue.Sequence;
import io.precinct.postgres.backup.DatabaseCatalogue.Step;
import io.precinct.postgres.backup.DatabaseCatalogue.Table;
import io.precinct.postgres.server.Connector;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * Writes a backup while the database is in use: a zip with the migrations in the order in which they ran, every table
 * from one snapshot, the sequences, and the files of the data folder. A backup needs no PostgreSQL program, and can be
 * restored into any later version.
 */
public final class Backup {
    static final int FORMAT = 1;
    static final String ABOUT = "backup.json";
    static final String MIGRATIONS = "migrations/";
    static final String TABLES = "tables/";
    static final String SEQUENCES = "sequences";

    private Backup() {}

    /**
     * Describes a written backup.
     *
     * @param bytes size of the file
     * @param tables number of tables
     * @param rows number of rows of all tables
     * @param files number of files of the data folder
     */
    public record Written(Path file, long bytes, int tables, long rows, int files) {}

    /**
     * Writes {@code file} completely or not at all, readable by its owner only.
     *
     * @param data the data folder
     * @throws IOException if the file cannot be written, exists already, or is in the data folder
     */
    public static Written write(Connector connector, Path data, Path file) throws IOException, SQLException {
        if (Files.exists(file)) {
            throw new IOException(file + " is there already; name another file");
        }
        requireOutside(data, file);
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(unfinished);
        Files.createFile(
                unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (Connection connection = connector.getConnection()) {
            long[] counts = {0, 0, 0};
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished));
                    var zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
                database(connection, zip, counts);
                counts[2] = DataFiles.write(data, zip);
            }
            try (var channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            return new Written(file, Files.size(file), (int) counts[0], counts[1], (int) counts[2]);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Refuses a file in the data folder: the backup would contain itself, and every later backup would contain it. */
    private static void requireOutside(Path data, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && Files.exists(data) && folder.toRealPath().startsWith(data.toRealPath())) {
            throw new IOException(file + " is in the data folder, which is backed up; name a file outside of it");
        }
    }

    private static void database(Connection connection, ZipOutputStream zip, long[] counts)
            throws IOException, SQLException {
        connection.setNetworkTimeout(Runnable::run, 0);
        connection.setReadOnly(true);
        connection.setAutoCommit(false); // one snapshot: the session's transactions are repeatable read
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL statement_timeout = 0");
            statement.execute("SET LOCAL idle_in_transaction_session_timeout = 0");
        }
        List<Table> tables = DatabaseCatalogue.tables(connection);
        entry(zip, ABOUT, Json.compactBytes(about(connection)));
        int number = 0;
        for (Step step : DatabaseCatalogue.steps(connection)) {
            byte[] sql = step.sql().getBytes(StandardCharsets.UTF_8);
            entry(zip, "%s%05d/%s/%s".formatted(MIGRATIONS, number++, step.schema(), step.name()), sql);
        }
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        for (Table table : tables) {
            zip.putNextEntry(new ZipEntry(TABLES + table.name() + "(" + table.columns() + ")"));
            counts[0]++;
            counts[1] +=
                    copy.copyOut("COPY (SELECT " + table.columns() + " FROM ONLY " + table.name() + ") TO STDOUT", zip);
            zip.closeEntry();
        }
        List<String> sequences = new ArrayList<>();
        for (Sequence sequence : DatabaseCatalogue.sequences(connection)) {
            sequences.add(sequence.last() + " " + sequence.name());
        }
        entry(zip, SEQUENCES, String.join("\n", sequences).getBytes(StandardCharsets.UTF_8));
        connection.rollback();
    }

    private static Map<String, @Nullable Object> about(Connection connection) throws SQLException {
        return Data.map(
                "format", FORMAT,
                "written_at", Instant.now().toString(),
                "postgres", connection.getMetaData().getDatabaseProductVersion());
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
