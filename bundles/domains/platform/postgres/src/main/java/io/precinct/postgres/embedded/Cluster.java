package io.precinct.postgres.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder of an embedded server. It contains {@code cluster} (the data directory of PostgreSQL), {@code password}
 * (readable only by its owner) and {@code port}.
 *
 * @param folder absolute
 * @param binaries the programs to run on it
 */
record Cluster(Path folder, PostgresPrograms binaries) {
    /** The name of PostgreSQL's data directory in the folder. */
    static final String DATA = "cluster";

    /** The role that owns everything in the database. */
    static final String USER = "precinct";

    private static final int PASSWORD_BYTES = 24;
    private static final int HIGHEST_PORT = 0xFFFF;

    /** PostgreSQL's data directory. */
    Path data() {
        return folder.resolve(DATA);
    }

    /**
     * Returns the account that runs its programs; it stays the same as long as the owner of the files does not change.
     */
    Account account() throws IOException, PostgresUnusable, InterruptedException {
        Files.createDirectories(folder);
        binaries.version(); // without programs there is nothing to choose
        return new AccountChoice(folder, binaries.home()).choose();
    }

    /**
     * Creates the cluster if it is missing, completely or not at all; refuses a cluster of another version. No server
     * may be running on it.
     */
    void prepare(Account account) throws IOException, PostgresUnusable, InterruptedException {
        Path written = data().resolve("PG_VERSION");
        if (!Files.exists(written)) {
            create(account);
            return;
        }
        int version = binaries.version();
        String found = Files.readString(written).strip();
        if (!found.equals(Integer.toString(version))) {
            throw new PostgresUnusable("the database in " + data() + " was written by PostgreSQL " + found
                    + ", this distribution has " + version + ": write a backup with the distribution that wrote it"
                    + " (precinct backup FILE), then read it into a new data folder with this one"
                    + " (precinct restore FILE --data DIR)");
        }
        account.ownAll(data());
    }

    private void create(Account account) throws IOException, InterruptedException {
        Path unfinished = folder.resolve("cluster.new");
        Path first = folder.resolve("password.new");
        delete(unfinished);
        String password = newPassword();
        write(passwordFile(), password);
        // Both exist before initdb runs, because initdb may write nothing else in this folder and may not read a file
        // owned by root.
        Files.createDirectory(
                unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        account.own(unfinished);
        write(first, password);
        account.own(first);
        List<String> command = binaries.command("initdb", account);
        command.addAll(List.of(
                "--pgdata=" + unfinished,
                "--username=" + USER,
                "--pwfile=" + first,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--no-locale",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--no-instructions"));
        PostgresPrograms.runGuarded(command, folder);
        Files.delete(first);
        Files.move(unfinished, data(), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path passwordFile() {
        return folder.resolve("password");
    }

    private static String newPassword() {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void write(Path file, String password) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, password);
    }

    String password() throws IOException {
        return Files.readString(passwordFile()).strip();
    }

    /** Returns the last port if it is free, so that the address stays the same; else any free port. */
    int port() throws IOException {
        Path file = folder.resolve("port");
        if (Files.exists(file)) {
            int last = number(Files.readString(file, StandardCharsets.US_ASCII).strip());
            if (last > 0 && free(last) == last) {
                return last;
            }
        }
        int port = free(0);
        Files.writeString(
                file,
                port + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        return port;
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            return number > 0 && number <= HIGHEST_PORT ? number : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Returns {@code port} if it is free, else -1; for 0, returns any free port. */
    private static int free(int port) throws IOException {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return socket.getLocalPort();
        } catch (java.net.BindException e) {
            return -1;
        }
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        bottomUp(folder, Files::delete);
    }

    /** A change of a file or folder. */
    @FunctionalInterface
    interface Change {
        void to(Path path) throws IOException;
    }

    /** Applies a change to a folder and its content; each folder follows its content. */
    static void bottomUp(Path folder, Change change) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                change.to(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException thrown) throws IOException {
                if (thrown != null) {
                    throw thrown;
                }
                change.to(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
