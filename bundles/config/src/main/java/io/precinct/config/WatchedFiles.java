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
 * The files a configuration was read from, as they were then. Symbolic links are followed, so that a link that is turned
 * to another file counts as a change. Immutable.
 */
final class WatchedFiles {
    private static final State MISSING = new State(null, -1, false);

    /** File systems tell times apart that are further apart than this. */
    private static final long COARSEST_MILLIS = 2000;

    private final Map<Path, State> files;

    private WatchedFiles(Map<Path, State> files) {
        this.files = Map.copyOf(files);
    }

    /**
     * No content differs where neither stamp nor sum does.
     *
     * @param fresh modified so shortly before the look that a change after it may have left the stamp as it was
     */
    private record State(@Nullable Stamp stamp, long sum, boolean fresh) {}

    private record Stamp(
            FileTime modified, long size, @Nullable Object key) {}

    /** Collects the files of one load, each looked at before it is read. Not thread-safe. */
    static final class Collector {
        private final Map<Path, State> files = new HashMap<>();

        /** To be called before {@code file} is read. */
        void add(Path file) {
            files.computeIfAbsent(file, WatchedFiles::look);
        }

        WatchedFiles done() {
            return new WatchedFiles(files);
        }
    }

    /** True where a file was touched, replaced, created or removed. Costs one stat a file. */
    boolean touched() {
        return files.entrySet().stream()
                .anyMatch(file -> !Objects.equals(file.getValue().stamp(), stamp(file.getKey())));
    }

    /** True where only their content tells whether files have changed that do not seem to be {@linkplain #touched touched}. */
    boolean hasFresh() {
        return files.values().stream().anyMatch(State::fresh);
    }

    /** True where a file is empty, as one is that is just being written. */
    boolean hasEmpty() {
        return files.values().stream()
                .anyMatch(state -> state.stamp() != null && state.stamp().size() == 0);
    }

    /** The same files as they are now. */
    WatchedFiles now() {
        var now = new HashMap<Path, State>();
        files.keySet().forEach(file -> now.put(file, look(file)));
        return new WatchedFiles(now);
    }

    /** True where every file holds the same bytes as in {@code other}. */
    boolean sameContent(WatchedFiles other) {
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
            return MISSING; // Reading it for real reports why.
        }
    }

    private static @Nullable Stamp stamp(Path file) {
        try {
            BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
            return is.isRegularFile() ? new Stamp(is.lastModifiedTime(), is.size(), is.fileKey()) : null;
        } catch (IOException e) {
            return null; // There is none now.
        }
    }
}
