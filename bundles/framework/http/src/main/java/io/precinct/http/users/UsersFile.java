package io.precinct.http.users;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The file of users below the data folder, mode 0600: replaced entirely or not at all, by one process at a time.
 * Readers need no lock.
 *
 * @param path of the file
 */
public record UsersFile(Path path) {
    private static final String NAME = "users";

    /** The file in this data folder. */
    public static UsersFile below(Path dataFolder) {
        return new UsersFile(dataFolder.resolve(NAME));
    }

    /** A change of users. */
    @FunctionalInterface
    public interface Change<E extends Exception> {
        /** The users after it. */
        Users of(Users before) throws E;
    }

    /**
     * Reads the file.
     *
     * @return nobody if there is no file
     * @throws IOException if it cannot be read or is damaged; the message names file and line
     */
    public Users read() throws IOException {
        try {
            return Users.parse(Files.readAllLines(path));
        } catch (NoSuchFileException e) {
            return Users.NONE;
        } catch (IllegalArgumentException e) {
            throw new IOException(path + ", " + e.getMessage(), e);
        }
    }

    /**
     * Changes the file. Changes by several processes come one after the other.
     *
     * @return the users after the change
     */
    public <E extends Exception> Users change(Change<E> change) throws IOException, E {
        Files.createDirectories(path.toAbsolutePath().getParent());
        try (FileChannel channel = FileChannel.open(
                        path.resolveSibling(NAME + ".lock"),
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        ownerOnly());
                FileLock lock = channel.lock()) {
            Users before = read();
            Users after = change.of(before);
            if (lock.isValid() && after != before) {
                write(after);
            }
            return after;
        }
    }

    private void write(Users users) throws IOException {
        Path unfinished = path.resolveSibling(NAME + ".new");
        Files.deleteIfExists(unfinished);
        byte[] text = (String.join("\n", users.lines()) + "\n").getBytes(StandardCharsets.UTF_8);
        try (FileChannel channel = FileChannel.open(
                unfinished, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly())) {
            ByteBuffer bytes = ByteBuffer.wrap(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static FileAttribute<?>[] ownerOnly() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
