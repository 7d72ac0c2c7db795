package io.precinct.launcher.data;

import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lock by which a data folder belongs to this process until the lock is closed. The operating system releases it
 * when the process ends, so that a killed process never blocks the next one.
 */
public final class DataFolderLock implements AutoCloseable {
    /**
     * Position of the locked byte: far after the text, so that others can read the text even if locks are mandatory.
     */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final DataFolder folder;
    private final FileChannel channel;
    /** Files and folders that were created by locking, the last one first. */
    private final List<Path> created;

    private boolean withdrawn;

    private DataFolderLock(DataFolder folder, FileChannel channel, List<Path> created) {
        this.folder = folder;
        this.channel = channel;
        this.created = created;
    }

    /**
     * Creates the folder if it is missing, locks it, checks its format, and removes files that a killed process left.
     *
     * @throws Failure if another process has locked it, if its format is newer, or if it cannot be written
     */
    public static DataFolderLock of(DataFolder folder, Installation installation) throws Failure {
        Path path = folder.path();
        try {
            List<Path> missing = missing(folder);
            Files.createDirectories(path);
            FileChannel channel = FileChannel.open(
                    folder.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            var folderLock = new DataFolderLock(folder, channel, missing);
            try {
                folderLock.lock();
                FormatVersion.check(folder, installation);
                RunFile.remove(folder);
                return folderLock;
            } catch (IOException | Failure e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw Failure.of("cannot use the data folder " + path + " (--data names another one)", e);
        }
    }

    /** The missing files and folders that locking will create, in the order in which they can be removed. */
    private static List<Path> missing(DataFolder folder) {
        List<Path> missing = new ArrayList<>(List.of(folder.formatFile(), folder.lockFile()));
        for (Path way = folder.path(); way != null; way = way.getParent()) {
            missing.add(way);
        }
        missing.removeIf(Files::exists);
        return List.copyOf(missing);
    }

    /** Makes {@link #close} remove the files and folders that were created by locking, because the work has failed. */
    public void withdraw() {
        withdrawn = true;
    }

    private void lock() throws IOException, Failure {
        if (tryLock() == null) {
            throw new Failure("another precinct (pid " + owner() + ") runs on " + folder.path()
                    + "; stop it, or name another folder with --data");
        }
        channel.truncate(0);
        channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
    }

    private @Nullable FileLock tryLock() throws IOException {
        try {
            return channel.tryLock(LOCKED_BYTE, 1, false);
        } catch (OverlappingFileLockException e) {
            return null; // this process itself holds the lock
        }
    }

    private String owner() throws IOException {
        String pid = Files.readString(folder.lockFile()).strip();
        return pid.isEmpty() ? "not known" : pid;
    }

    /** The folder. */
    public DataFolder folder() {
        return folder;
    }

    /** Releases the folder: removes run.json and the lock. */
    @Override
    public void close() throws IOException {
        try {
            RunFile.remove(folder);
            if (withdrawn) {
                removeCreated();
            }
        } finally {
            channel.close();
        }
    }

    private void removeCreated() throws IOException {
        for (Path one : created) {
            try {
                Files.deleteIfExists(one);
            } catch (DirectoryNotEmptyException e) {
                return; // something else was put there, so the folders around it stay as well
            }
        }
    }
}
