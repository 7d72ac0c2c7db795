package io.precinct.postgres.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Writes and reads the files of a data folder other than the database: exports, deployed bundles, gateway users. */
final class DataFiles {
    /** The database itself, files of a single process, and files that a start creates again. */
    private static final Set<Path> LEFT_OUT = Stream.of(
                    "postgres",
                    "cache",
                    "logs",
                    "lock",
                    "format",
                    "format.new",
                    "run.json",
                    "run.json.new",
                    "source/storage",
                    "source/cache",
                    // Unpacked from bundles. Does not include parse/grammars, which contains downloaded grammars.
                    "parse/core",
                    "parse/natives",
                    "parse/workers",
                    RestoredFiles.ASIDE)
            .map(Path::of)
            .collect(Collectors.toUnmodifiableSet());

    /** Marks a folder as a cache, whose content can be created again (bford.info/cachedir). */
    private static final String TAG = "CACHEDIR.TAG";

    /** The folder of these files in the archive. */
    static final String PREFIX = "data/";

    private DataFiles() {}

    /**
     * Writes the files and returns their number; files that vanish meanwhile are left out. An extra field of each entry
     * contains its permissions.
     */
    static int write(Path folder, ZipOutputStream zip) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        int[] count = {0};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
                boolean tagged = !visited.equals(folder) && Files.exists(visited.resolve(TAG));
                return tagged || leftOut(visited) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile() && !leftOut(file)) {
                    count[0] += one(folder, file, zip);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException thrown) throws IOException {
                if (thrown instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw thrown;
            }

            private boolean leftOut(Path path) {
                return LEFT_OUT.contains(folder.relativize(path));
            }
        });
        return count[0];
    }

    private static int one(Path folder, Path file, ZipOutputStream zip) throws IOException {
        byte[] mode;
        try {
            mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                    .getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchFileException e) {
            return 0;
        }
        var entry = new ZipEntry(PREFIX + folder.relativize(file));
        entry.setExtra(extra(mode));
        try (var in = Files.newInputStream(file)) {
            zip.putNextEntry(entry);
            in.transferTo(zip);
            zip.closeEntry();
            return 1;
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** An extra field of an archive entry (APPNOTE 4.5): a private id, the length, the bytes. */
    private static byte[] extra(byte[] mode) {
        byte[] field = new byte[4 + mode.length];
        field[0] = 'P';
        field[1] = 'r';
        field[2] = (byte) mode.length;
        System.arraycopy(mode, 0, field, 4, mode.length);
        return field;
    }

    /** Unpacks a file that {@link #write} wrote; returns its path. */
    static Path read(Path folder, ZipEntry entry, ZipInputStream zip) throws IOException {
        Path file = folder.resolve(entry.getName().substring(PREFIX.length())).normalize();
        if (!file.startsWith(folder)) {
            throw new IOException("the backup has a file outside its folder: " + entry.getName());
        }
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream out = Files.newOutputStream(file)) {
            zip.transferTo(out);
        }
        byte[] extra = entry.getExtra();
        if (extra != null && extra.length > 4 && extra[0] == 'P' && extra[1] == 'r') {
            String mode = new String(extra, 4, extra.length - 4, StandardCharsets.US_ASCII);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        }
        return file;
    }
}
