package io.precinct.postgres.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The data files of a backup during a restore. They are unpacked into a temporary folder, and moved to their places
 * once everything else is done, so that a failed restore leaves none of them. For one thread.
 */
final class RestoredFiles implements AutoCloseable {
    /** The temporary folder; it is in the data folder, so that files can be moved by renaming. */
    static final String ASIDE = "restore.new";

    private final Path data;
    private final Path aside;
    private final List<Path> unpacked = new ArrayList<>();
    /** Files and folders created in the data folder, last one first. */
    private final Deque<Path> made = new ArrayDeque<>();

    /**
     * Creates an instance for the folder {@code data}, an absolute path; deletes what an aborted restore left in the
     * temporary folder.
     */
    RestoredFiles(Path data) throws IOException {
        this.data = data;
        aside = data.resolve(ASIDE);
        close();
    }

    /** Unpacks a file that {@link DataFiles#write} wrote. */
    void unpack(ZipEntry entry, ZipInputStream zip) throws IOException {
        unpacked.add(DataFiles.read(aside, entry, zip));
    }

    /**
     * Moves all files to their places, replacing existing ones. After a failure, new files are removed, but replaced
     * files are lost.
     */
    void place() throws IOException {
        try {
            for (Path file : unpacked) {
                place(file, data.resolve(aside.relativize(file)));
            }
        } catch (IOException e) {
            for (Path one : made) {
                Files.deleteIfExists(one);
            }
            throw e;
        }
    }

    private void place(Path file, Path place) throws IOException {
        makeFolder(place.getParent());
        boolean fresh = !Files.exists(place, LinkOption.NOFOLLOW_LINKS);
        Files.move(file, place, StandardCopyOption.REPLACE_EXISTING);
        if (fresh) {
            made.push(place);
        }
    }

    private void makeFolder(@Nullable Path folder) throws IOException {
        if (folder != null && !Files.isDirectory(folder)) {
            makeFolder(folder.getParent());
            Files.createDirectory(folder);
            made.push(folder);
        }
    }

    /** Deletes the temporary folder. */
    @Override
    public void close() throws IOException {
        if (!Files.exists(aside)) {
            return;
        }
        try (Stream<Path> all = Files.walk(aside)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
