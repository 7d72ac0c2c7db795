package io.precinct.launcher.data;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.launcher.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code run.json}, by which the command line finds the running instance of a data folder.
 *
 * @param pid id of the process
 * @param url address at which it serves
 * @param token token that admin operations require
 * @param startedAt when the process started
 * @param version version of the distribution
 */
public record RunFile(long pid, URI url, String token, Instant startedAt, String version) {
    /** Writes the file to {@code folder}, atomically and readable by its owner only. */
    public void write(DataFolder folder) throws IOException {
        Path unfinished = unfinished(folder);
        Files.deleteIfExists(unfinished);
        Files.createFile(unfinished, ownerOnly());
        Files.write(unfinished, Json.compactBytes(toData()));
        Files.move(unfinished, folder.runFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Map<String, @Nullable Object> toData() {
        return Data.map(
                "pid",
                pid,
                "url",
                url.toString(),
                "port",
                url.getPort(),
                "token",
                token,
                "started_at",
                startedAt.toString(),
                "version",
                version);
    }

    /**
     * Reads the file of a folder.
     *
     * @return empty if there is none
     * @throws Failure if it cannot be read or is damaged
     */
    public static Optional<RunFile> read(DataFolder folder) throws Failure {
        Path file = folder.runFile();
        try {
            return Optional.of(of(Json.read(Files.readAllBytes(file))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failure.of("cannot read " + file, e);
        } catch (MalformedJson | IllegalArgumentException | DateTimeException e) {
            throw new Failure(file + " is damaged (" + e.getMessage() + "); restart the instance", e);
        }
    }

    private static RunFile of(@Nullable Object data) {
        return new RunFile(
                Long.parseLong(member(data, "pid")),
                URI.create(member(data, "url")),
                member(data, "token"),
                Instant.parse(member(data, "started_at")),
                member(data, "version"));
    }

    private static String member(@Nullable Object data, String name) {
        Object value = data instanceof Map<?, ?> members ? members.get(name) : null;
        if (value == null) {
            throw new IllegalArgumentException("it has no " + name);
        }
        return value.toString();
    }

    /** Removes the file, and files that an interrupted {@link #write} left. */
    static void remove(DataFolder folder) throws IOException {
        Files.deleteIfExists(folder.runFile());
        Files.deleteIfExists(unfinished(folder));
    }

    private static Path unfinished(DataFolder folder) {
        return folder.runFile().resolveSibling("run.json.new");
    }

    private static FileAttribute<?>[] ownerOnly() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
