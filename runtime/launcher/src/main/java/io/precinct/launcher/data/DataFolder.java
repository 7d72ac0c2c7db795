package io.precinct.launcher.data;

import java.nio.file.Path;

/**
 * The folder that survives restarts, and where things are in it.
 *
 * @param path absolute
 */
public record DataFolder(Path path) {
    public DataFolder {
        path = path.toAbsolutePath().normalize();
    }

    /** Locked by the process that runs on the folder. */
    public Path lockFile() {
        return path.resolve("lock");
    }

    /** Says how the folder is laid out. */
    public Path formatFile() {
        return path.resolve("format");
    }

    /** Says where the instance that runs on the folder is reached; only its owner may read it. */
    public Path runFile() {
        return path.resolve("run.json");
    }

    /** Log files. */
    public Path logs() {
        return path.resolve("logs");
    }

    /** What the framework unpacks; emptied at every start. */
    public Path cache() {
        return path.resolve("cache");
    }
}
