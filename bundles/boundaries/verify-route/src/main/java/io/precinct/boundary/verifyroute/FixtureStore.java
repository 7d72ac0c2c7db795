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
import java.util.stream.Stream;

/**
 * Writes new fixtures to the first fixture directory. Never replaces a fixture, and never writes outside the directory.
 */
final class FixtureStore {
    private final List<Path> dirs;

    /** Fixtures of these directories, in the order in which they are searched; at least one. */
    FixtureStore(List<Path> dirs) {
        this.dirs = dirs;
    }

    /** Whether {@code !Fixture name} already finds a file, which a new file would replace or hide. */
    boolean exists(FixtureName name) {
        return dirs.stream()
                .flatMap(dir -> Stream.of(dir, dir.resolve("mocks")))
                .anyMatch(dir -> Files.exists(dir.resolve(name + ".yml"), LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Writes a new fixture, completely or not at all.
     *
     * @return the file
     * @throws FileAlreadyExistsException if another request has created it meanwhile
     * @throws IOException if it cannot be written, or a link leads out of the directory
     */
    Path create(FixtureName name, String content) throws IOException {
        Path folder = folder(name);
        Path target = folder.resolve(name.file());
        Path draft = folder.resolve("." + UUID.randomUUID() + ".tmp");
        try {
            Files.writeString(draft, content, StandardOpenOption.CREATE_NEW);
            // Only one request can create the name, and readers see the complete content at once.
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

    /** Creates the folders one by one, so that none is created through a link that leads out of the directory. */
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
