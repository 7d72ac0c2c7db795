package io.precinct.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The files that a configuration was read from, with their state at that time. Symbolic links are followed, so that
 * redirecting a link counts as a change. Immutable.
 */
final class FileStates {
    private static final State MISSING = new State(null, -1, false);

    /** The coarsest resolution of modification times among file systems. */
    private static final long COARSEST_MILLIS = 2000;

    private final Map<Path, State> files;

    private FileStates(Map<Path, State> files) {
        this.files = Map.copyOf(files);
    }

    /**
     * The state of a file. Its content is unchanged if stamp and checksum are unchanged.
     *
     * @param stamp null if the file is missing
     * @param sum checksum of the content
     * @param fresh whether it was modified so recently that a later change may not have changed the stamp
     */
    private record State(@Nullable Stamp stamp, long sum, boolean fresh) {}

    private record Stamp(
            FileTime modified, long size, @Nullable Object key) {}

    /** Collects the files of one load; the state of each is taken before it is read. Not thread-safe. */
    static final class Collector {
        private final Map<Path, State> files = new HashMap<>();

        /** Adds a file; must be called before the file is read. */
        void add(Path file) {
            files.computeIfAbsent(file, FileStates::look);
        }

        FileStates done() {
            return new FileStates(files);
        }
    }

    /** All files of both; files in {@code later} have their state from there. */
    FileStates with(FileStates later) {
        var both = new HashMap<>(files);
        both.putAll(later.files);
        return new FileStates(both);
    }

    /** True if a file was touched, replaced, created or removed since then. Costs one stat per file. */
    boolean touched() {
        return files.entrySet().stream()
                .anyMatch(file -> !Objects.equals(file.getValue().stamp(), stamp(file.getKey())));
    }

    /**
     * True if a file may have changed without being {@linkplain #touched touched}, so that contents must be compared.
     */
    boolean hasFresh() {
        return files.values().stream().anyMatch(State::fresh);
    }

    /** True if a file is empty, as a file that is just being written may be. */
    boolean hasEmpty() {
        return files.values().stream()
                .anyMatch(state -> state.stamp() != null && state.stamp().size() == 0);
    }

    /** The same files as they are now. */
    FileStates now() {
        var now = new HashMap<Path, State>();
        files.keySet().forEach(file -> now.put(file, look(file)));
        return new FileStates(now);
    }

    /** True if every file contains the same bytes as in {@code other}. */
    boolean sameContent(FileStates other) {
        return files.keySet().equals(other.files.keySet())
                && files.entrySet().stream()
                        .allMatch(file -> file.getValue().sum()
                                == Objects.requireNonNull(other.files.get(file.getKey()))
                                        .sum());
    }

    private static State look(Path file) {
        Stamp stamp = stamp(file);
        if (stamp == null) {
            return MISSING;
        }
        boolean fresh = Math.abs(System.currentTimeMillis() - stamp.modified().toMillis()) < COARSEST_MILLIS;
        try (var in = Files.newInputStream(file)) {
            var sum = new CRC32C();
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sum.update(buffer, 0, read);
            }
            return new State(stamp, sum.getValue(), fresh);
        } catch (IOException e) {
            return MISSING; // The next load reports why it cannot be read.
        }
    }

    private static @Nullable Stamp stamp(Path file) {
        try {
            BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
            return is.isRegularFile() ? new Stamp(is.lastModifiedTime(), is.size(), is.fileKey()) : null;
        } catch (IOException e) {
            return null; // The file does not exist.
        }
    }
}
