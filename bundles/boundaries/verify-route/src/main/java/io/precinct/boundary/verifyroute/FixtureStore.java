package io.precinct.boundary.verifyroute;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;

/** Writes new fixtures into the first of the fixture directories; it never replaces one and never leaves the directory. */
final class FixtureStore {
    private final List<Path> dirs;

    /** Fixtures of these directories, in the order in which they are searched; at least one. */
    FixtureStore(List<Path> dirs) {
        this.dirs = dirs;
    }

    /** Whether {@code !Fixture name} finds something already; a new file would replace or hide it. */
    boolean exists(FixtureName name) {
        for (Path dir : dirs) {
            Path plain = dir.resolve(name + ".yml");
            Path mock = dir.resolve("mocks").resolve(name + ".yml");
            if (Files.exists(plain, LinkOption.NOFOLLOW_LINKS) || Files.exists(mock, LinkOption.NOFOLLOW_LINKS)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Writes a new fixture, whole or not at all.
     *
     * @return the file
     * @throws FileAlreadyExistsException where somebody else was faster
     * @throws IOException where it cannot be written, or a link leads out of the directory
     */
    Path create(FixtureName name, String content) throws IOException {
        Path folder = folder(name);
        Path target = folder.resolve(name.file());
        Path draft = folder.resolve("." + UUID.randomUUID() + ".tmp");
        try {
            Files.writeString(draft, content, StandardOpenOption.CREATE_NEW);
            // Only one can create the name, and readers see the content appear at once.
            Files.createFile(target);
            return moved(draft, target);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static Path moved(Path draft, Path target) throws IOException {
        try {
            return Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    /** Goes down step by step, so that no folder is made behind a link that leads out. */
    private Path folder(FixtureName name) throws IOException {
        Path root = Files.createDirectories(dirs.getFirst()).toRealPath();
        Path folder = root;
        for (String segment : name.folders()) {
            folder = Files.createDirectories(folder.resolve(segment)).toRealPath();
            if (!folder.startsWith(root)) {
                throw new IOException("the fixture " + name + " would be written outside of " + root + ", to " + folder
                        + "; remove the link or record under another name");
            }
        }
        return folder;
    }
}
