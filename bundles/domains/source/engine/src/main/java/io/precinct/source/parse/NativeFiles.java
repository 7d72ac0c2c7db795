package io.precinct.source.parse;

import io.precinct.common.digest.Digests;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** A folder of files named by their content, so that a loaded file never changes under its users. */
final class NativeFiles {
    private static final int DIGITS = 32;

    private final Path folder;

    NativeFiles(Path folder) {
        this.folder = folder;
    }

    /** The file with this content; written durably if it is missing or damaged. */
    Path put(String name, byte[] content) throws IOException {
        Path file = folder.resolve(sha256(content)).resolve(name);
        if (!holds(file, content)) {
            write(file, content);
        }
        return file;
    }

    static void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        Path written = Files.createTempFile(file.getParent(), "new", ".tmp");
        try {
            Files.write(written, content);
            try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** Hexadecimal digits that identify contents. */
    static String sha256(byte[]... contents) {
        return Digests.sha256Hex(contents).substring(0, DIGITS);
    }

    private static boolean holds(Path file, byte[] content) throws IOException {
        try {
            return Files.size(file) == content.length && Arrays.equals(Files.readAllBytes(file), content);
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
