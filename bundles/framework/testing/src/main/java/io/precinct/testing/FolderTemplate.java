package io.precinct.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A folder that is expensive to make. The first test that needs the folder makes it; later tests, in this JVM and in
 * others, copy it. Thread-safe.
 */
public final class FolderTemplate {
    private final Path folder;
    private final Maker maker;

    /** Fills a folder that exists and is empty. */
    @FunctionalInterface
    public interface Maker {
        void fill(Path folder) throws IOException;
    }

    /**
     * Describes the template; makes nothing yet.
     *
     * @param folder path of the template, to which a checksum of {@code key} is appended
     * @param key what the content depends on: if it changes, another template is made
     */
    public FolderTemplate(Path folder, Maker maker, byte[]... key) {
        var checksum = new CRC32();
        for (byte[] part : key) {
            checksum.update(part);
        }
        this.folder = folder.resolveSibling(folder.getFileName() + "-" + Long.toHexString(checksum.getValue()));
        this.maker = maker;
    }

    /** Copies the content with its permissions into {@code target}. The copy belongs to the user of this process. */
    public void copyTo(Path target) {
        try {
            make();
            Files.createDirectories(target);
            Files.walkFileTree(folder, new Copy(folder, target));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the template. If two JVMs make it at the same time, the second one discards its own. */
    private void make() throws IOException {
        synchronized (FolderTemplate.class) {
            if (Files.exists(folder)) {
                return;
            }
            Files.createDirectories(folder.getParent());
            Path unfinished = Files.createTempDirectory(folder.getParent(), folder.getFileName() + ".");
            try {
                maker.fill(unfinished);
                Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                if (!Files.exists(folder)) {
                    throw e;
                }
            } finally {
                if (Files.exists(unfinished)) {
                    Files.walkFileTree(unfinished, new Deletion());
                }
            }
        }
    }

    private static final class Copy extends SimpleFileVisitor<Path> {
        private final Path from;
        private final Path to;

        Copy(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) throws IOException {
            if (!visited.equals(from)) {
                Files.copy(visited, in(visited));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.copy(file, in(file));
            return FileVisitResult.CONTINUE;
        }

        private Path in(Path original) {
            return to.resolve(from.relativize(original).toString());
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException thrown) throws IOException {
            if (thrown != null) {
                throw thrown;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
        }
    }
}
