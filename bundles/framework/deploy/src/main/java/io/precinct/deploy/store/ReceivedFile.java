package io.precinct.deploy.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file to be deployed, copied to a folder in which nobody else writes.
 *
 * @param path the copy
 * @param sha256 SHA-256 of its content, lower-case hex
 * @param name name of the file, for messages
 * @param folderFile the file of the watched folder it came from, absolute; or null
 * @param completeNanos when the file was complete, in nanoseconds of {@link System#nanoTime()}
 */
public record ReceivedFile(
        Path path, String sha256, String name, @Nullable Path folderFile, long completeNanos) {}
