package io.precinct.postgres.backup;

import io.precinct.postgres.migration.Migrator;
import io.precinct.postgres.server.Connector;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * Restores a {@link Backup} into an empty database and a data folder. The recorded migrations run first; newer
 * migrations run at the next start, as usual. All rows are loaded in one transaction, so that no database is half
 * restored.
 */
public final class Restore {
    private final Connection connection;
    private final RestoredFiles files;
    /** The number of migrations that ran so far, by schema. */
    private final Map<String, Integer> migrations = new HashMap<>();

    private boolean loading;
    private boolean known;

    private Restore(Connection connection, RestoredFiles files) {
        this.connection = connection;
        this.files = files;
    }

    /**
     * Restores {@code file}. After a failure there are no rows, and {@code data} contains no file that it did not
     * contain before. The empty schemas remain, for the caller to delete with the database.
     *
     * @param data the data folder, which no other process may use meanwhile
     * @throws IOException if the file is not a backup, has another format, or is damaged
     */
    public static void read(Connector connector, Path data, Path file)
            throws IOException, SQLException, Migrator.Refused {
        try (Connection connection = connector.getConnection();
                var zip = new ZipInputStream(
                        new BufferedInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8);
                var files = new RestoredFiles(data.toAbsolutePath().normalize())) {
            connection.setNetworkTimeout(Runnable::run, 0);
            var restore = new Restore(connection, files);
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                restore.entry(entry, zip);
            }
            restore.finish(file);
        } catch (ZipException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        } catch (EOFException e) {
            throw new IOException(file + " is damaged: it ends too early", e);
        }
    }

    /**
     * Checks that {@code file} has its directory at the end. A file that was cut off between two entries could
     * otherwise be read up to that point without an error.
     *
     * @throws IOException if it is incomplete or not a backup
     */
    public static void requireWhole(Path file) throws IOException {
        try (var zip = new ZipFile(file.toFile(), StandardCharsets.UTF_8)) {
            if (zip.getEntry(Backup.ABOUT) == null) {
                throw new IOException(file + " is no backup");
            }
        } catch (ZipException e) {
            throw new IOException(file + " is no backup, or it is damaged: its end is missing", e);
        }
    }

    private void entry(ZipEntry entry, ZipInputStream zip) throws IOException, SQLException, Migrator.Refused {
        String name = entry.getName();
        if (name.equals(Backup.ABOUT)) {
            about(text(zip));
        } else if (!known) {
            throw new IOException("it is no backup: it begins with " + name);
        } else if (name.startsWith(Backup.MIGRATIONS)) {
            migration(name.substring(Backup.MIGRATIONS.length()).split("/", 3), text(zip));
        } else if (name.startsWith(Backup.TABLES)) {
            table(name.substring(Backup.TABLES.length()), zip);
        } else if (name.equals(Backup.SEQUENCES)) {
            sequences(text(zip));
        } else if (name.startsWith(DataFiles.PREFIX)) {
            files.unpack(entry, zip);
        } else {
            throw new IOException("it has something unknown: " + name);
        }
    }

    private static String text(ZipInputStream zip) throws IOException {
        return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
    }

    private void about(String json) throws IOException {
        if (!json.contains("\"format\":" + Backup.FORMAT + ",")) {
            throw new IOException(
                    "it has a format that this version does not read (it reads " + Backup.FORMAT + "): " + json);
        }
        known = true;
    }

    private void migration(String[] place, String sql) throws SQLException, Migrator.Refused {
        String schema = place[1];
        int position = migrations.getOrDefault(schema, 0);
        Migrator.replay(connection, schema, position, place[2], sql);
        migrations.put(schema, position + 1);
    }

    private void table(String nameAndColumns, ZipInputStream zip) throws SQLException, IOException {
        load();
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        copy.copyIn("COPY " + nameAndColumns + " FROM STDIN", zip);
    }

    /**
     * Prepares the loading of rows: removes rows that migrations wrote, since the backup contains them, and turns off
     * triggers and checks.
     */
    private void load() throws SQLException {
        if (loading) {
            return;
        }
        loading = true;
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            // the transaction is idle while the data files are unpacked, which may take minutes
            statement.execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
            statement.execute("SET LOCAL session_replication_role = replica");
            for (DatabaseCatalogue.Table table : DatabaseCatalogue.tables(connection)) {
                statement.execute("TRUNCATE " + table.name() + " CASCADE");
            }
        }
    }

    private void sequences(String lines) throws SQLException {
        load();
        try (var statement = connection.prepareStatement("SELECT setval(?::regclass, ?)")) {
            for (String line : lines.lines().toList()) {
                int space = line.indexOf(' ');
                statement.setString(1, line.substring(space + 1));
                statement.setLong(2, Long.parseLong(line.substring(0, space)));
                statement.execute();
            }
        }
    }

    private void finish(Path file) throws SQLException, IOException {
        if (!known) {
            throw new IOException(file + " is no backup");
        }
        if (loading) {
            connection.commit();
            connection.setAutoCommit(true);
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = 0");
            statement.execute("ANALYZE");
        }
        files.place();
    }
}
