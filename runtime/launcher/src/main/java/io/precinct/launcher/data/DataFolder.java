package io.precinct.launcher.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

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

    /**
     * Symbolic names of the bundles that are disabled; whoever runs on the folder writes them.
     *
     * @throws IOException where the list is there and cannot be read
     */
    public Set<String> disabledBundles() throws IOException {
        Path list = path.resolve("deployments/disabled");
        if (!Files.exists(list)) {
            return Set.of();
        }
        return Files.readAllLines(list).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What the framework unpacks; emptied at every start. */
    public Path cache() {
        return path.resolve("cache");
    }
}
