package io.precinct.source.git;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of all clones, for one process at a time: two would remove each other's work in progress, and tidy what
 * the other reads. A lock on a file in it is held until the last user leaves; the system frees that of a killed
 * process. Thread-safe.
 */
final class Storage {
    /** No repository has this name. */
    private static final String LOCK = ".precinct-lock";

    private static final Logger LOG = LoggerFactory.getLogger(Storage.class);

    private final Path folder;
    private int users;
    private @Nullable FileChannel file;
    private @Nullable FileLock lock;

    Storage(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    /** Counts one more user, who may {@link #hold} it and must {@link #leave}. */
    synchronized void enter() {
        users++;
    }

    /**
     * Keeps other processes out, until the last user leaves. Makes the folder.
     *
     * @throws IOException if another process holds it, or it cannot be made or locked; worth another try later
     */
    synchronized void hold() throws IOException {
        if (users == 0) {
            throw new IOException(folder + " is not used any more");
        }
        if (lock != null) {
            return;
        }
        try {
            lock = opened().tryLock();
        } catch (OverlappingFileLockException e) {
            // The file stays open: on some systems, closing it would free the conflicting lock.
            throw new IOException("the storage " + folder + " is still in use in this process", e);
        } catch (IOException e) {
            throw new IOException("the storage " + folder + " cannot be kept for this process: " + e, e);
        }
        if (lock == null) {
            close();
            throw new IOException("the storage " + folder
                    + " is in use by another process: end that, or name a storage of its own in source.yml");
        }
    }

    private FileChannel opened() throws IOException {
        FileChannel open = file;
        if (open == null) {
            Files.createDirectories(folder);
            open = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            file = open;
        }
        return open;
    }

    /** Counts one user less. */
    synchronized void leave() {
        users--;
        if (users == 0) {
            lock = null;
            close();
        }
    }

    private void close() {
        FileChannel open = file;
        file = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            LOG.warn("{} cannot be closed: {}", folder.resolve(LOCK), e.toString());
        }
    }
}
