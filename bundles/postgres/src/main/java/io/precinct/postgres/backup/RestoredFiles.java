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
 * The data files of a backup that is being restored. They are unpacked aside and come to their places once everything else
 * is done, so that a restore that fails leaves none. For one thread.
 */
final class RestoredFiles implements AutoCloseable {
    /** In the data folder, so that a file comes to its place by being renamed. */
    static final String ASIDE = "restore.new";

    private final Path data;
    private final Path aside;
    private final List<Path> unpacked = new ArrayList<>();
    /** Files and folders in their places that were not there before, the last one first. */
    private final Deque<Path> made = new ArrayDeque<>();

    /** For files of {@code data}, an absolute path; what a restore that was killed left aside is removed. */
    RestoredFiles(Path data) throws IOException {
        this.data = data;
        aside = data.resolve(ASIDE);
        close();
    }

    /** Unpacks one that {@link DataFiles#write} wrote. */
    void unpack(ZipEntry entry, ZipInputStream zip) throws IOException {
        unpacked.add(DataFiles.read(aside, entry, zip));
    }

    /** Brings all to their places, instead of what may be there; or none, but then what was replaced is lost. */
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

    /** Removes what is still aside. */
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
