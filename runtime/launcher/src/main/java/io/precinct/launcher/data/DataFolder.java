package io.precinct.launcher.data;

import io.precinct.launcher.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The folder that survives restarts, and the paths in it.
 *
 * @param path absolute
 */
public record DataFolder(Path path) {
    public DataFolder {
        path = path.toAbsolutePath().normalize();
    }

    /** The file that the process running on the folder locks. */
    public Path lockFile() {
        return path.resolve("lock");
    }

    /** The file with the format of the folder. */
    public Path formatFile() {
        return path.resolve("format");
    }

    /** The file with address and token of the running instance; only its owner may read it. */
    public Path runFile() {
        return path.resolve("run.json");
    }

    /** The folder of the log files. */
    public Path logs() {
        return path.resolve("logs");
    }

    /**
     * Symbolic names of the disabled bundles; the running instance writes the list.
     *
     * @throws Failure if the list exists and cannot be read
     */
    public Set<String> disabledBundles() throws Failure {
        Path list = path.resolve("deployments/disabled");
        if (!Files.exists(list)) {
            return Set.of();
        }
        try {
            return Files.readAllLines(list).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw Failure.of("cannot read which bundles are disabled", e);
        }
    }

    /** The cache of the framework; emptied at every start. */
    public Path cache() {
        return path.resolve("cache");
    }
}
