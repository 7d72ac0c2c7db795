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
 * A data folder that belongs to this process until it is closed. The operating system ends the lock with the process, so
 * nothing of a killed one stands in the way of the next.
 */
public final class DataFolderLock implements AutoCloseable {
    /** Far behind the text of the file, so that others can read it where locks are mandatory. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final DataFolder folder;
    private final FileChannel channel;
    /** Files and folders that were not there before, the last one first. */
    private final List<Path> made;

    private boolean withdrawn;

    private DataFolderLock(DataFolder folder, FileChannel channel, List<Path> made) {
        this.folder = folder;
        this.channel = channel;
        this.made = made;
    }

    /**
     * Creates the folder where it is missing, locks it, checks its format, and removes what a killed process left.
     *
     * @throws Failure where another process has it, where its format is newer, or where it cannot be written
     */
    public static DataFolderLock of(DataFolder folder, Installation installation) throws Failure {
        Path path = folder.path();
        try {
            List<Path> missing = missing(folder);
            Files.createDirectories(path);
            FileChannel channel = FileChannel.open(
                    folder.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            var occupation = new DataFolderLock(folder, channel, missing);
            try {
                occupation.lock();
                FormatVersion.check(folder, installation);
                RunFile.remove(folder);
                return occupation;
            } catch (IOException | Failure e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw Failure.of("cannot use the data folder " + path + " (--data names another one)", e);
        }
    }

    /** What occupying a folder makes where it is not there yet, in the order in which it can be removed. */
    private static List<Path> missing(DataFolder folder) {
        List<Path> missing = new ArrayList<>(List.of(folder.formatFile(), folder.lockFile()));
        for (Path way = folder.path(); way != null; way = way.getParent()) {
            missing.add(way);
        }
        missing.removeIf(Files::exists);
        return List.copyOf(missing);
    }

    /** What was to be done here has failed: the folder is given back as it was found, which may be not at all. */
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
            return null; // held by this very process
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

    /** Gives the folder back: no run.json, no lock. */
    @Override
    public void close() throws IOException {
        try {
            RunFile.remove(folder);
            if (withdrawn) {
                removeMade();
            }
        } finally {
            channel.close();
        }
    }

    private void removeMade() throws IOException {
        for (Path one : made) {
            try {
                Files.deleteIfExists(one);
            } catch (DirectoryNotEmptyException e) {
                return; // somebody has put something there; then the folders around it stay as well
            }
        }
    }
}
