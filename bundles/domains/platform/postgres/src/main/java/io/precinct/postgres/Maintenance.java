package io.precinct.postgres;

import io.precinct.postgres.backup.Backup;
import io.precinct.postgres.backup.Restore;
import io.precinct.postgres.embedded.EmbeddedPostgres;
import io.precinct.postgres.migration.Migrator;
import io.precinct.postgres.server.Connector;
import io.precinct.postgres.server.Server;
import io.precinct.postgres.server.ServerUnreachable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

/** Backup and restore while no instance serves; the server runs only for this purpose. */
final class Maintenance {
    private static final Duration START = Duration.ofMinutes(10);
    private static final int POLL_MILLIS = 20;

    private Maintenance() {}

    /** Thrown if a backup or restore cannot be done; the message is human-readable. */
    static final class Impossible extends Exception {
        private static final long serialVersionUID = 1L;

        Impossible(String message) {
            super(message);
        }
    }

    /** Writes a backup of the database below {@code data}, or of an external one. */
    static Backup.Written backup(Server server, Path data, Path file)
            throws Impossible, IOException, SQLException, InterruptedException {
        if (server instanceof EmbeddedPostgres && !EmbeddedPostgres.exists(folder(data))) {
            throw new Impossible("there is no database in " + folder(data) + " to write a backup of");
        }
        awaitRunning(server);
        return Backup.write(new Connector(server), data, file);
    }

    /**
     * Restores a backup into a data folder without a database; a failed restore leaves neither a database nor files.
     */
    static void restore(Path binaries, Path data, Path file)
            throws Impossible, IOException, SQLException, Migrator.Refused, InterruptedException {
        Path folder = folder(data);
        if (EmbeddedPostgres.exists(folder)) {
            throw new Impossible(
                    folder + " holds a database already; name a new data folder with --data, or move it away");
        }
        Restore.requireWhole(file);
        boolean done = false;
        try (var server = EmbeddedPostgres.started(binaries, folder)) {
            awaitRunning(server);
            Restore.read(new Connector(server), data, file);
            done = true;
        } finally {
            if (!done) {
                EmbeddedPostgres.delete(folder);
            }
        }
    }

    static Path folder(Path data) {
        return data.resolve("postgres");
    }

    private static void awaitRunning(Server server) throws Impossible, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            try {
                server.address();
                return;
            } catch (ServerUnreachable e) {
                if (server.problem().isPresent() || System.nanoTime() > deadline) {
                    throw new Impossible(String.valueOf(e.getMessage()));
                }
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Checks that the folder of a file exists, so that a typing error is found before anything starts. */
    static Path target(String file) throws Impossible {
        Path path = Path.of(file);
        Path parent = path.getParent();
        if (!path.isAbsolute() || parent == null || !Files.isDirectory(parent)) {
            throw new Impossible("there is no folder for " + file);
        }
        return path;
    }
}
