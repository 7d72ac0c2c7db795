package io.precinct.source.facts.store;

import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.extraction.FactsCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * The file of facts: opens the store, and replaces it by an empty one if it is damaged. Only the last damaged file is
 * kept aside for inspection. Thread-safe.
 */
public final class FactFile implements AutoCloseable {
    private static final int CACHE_MEGABYTES = 16;

    /** Version of the file. Facts point into decoded texts: if the decoding changes, they mean something else. */
    static final int VERSION = Blobs.DECODING << 16 | FactsCodec.VERSION;

    private final Path path;
    private final Consumer<String> problems;
    private volatile FactStore store;
    private boolean closed;

    /**
     * Opens the store below a folder, which is made.
     *
     * @param problems receives what was wrong with a file that had to be replaced
     * @throws IllegalStateException if another process uses it
     */
    public FactFile(Path folder, Consumer<String> problems) {
        this.path = folder.resolve("facts.mv");
        this.problems = problems;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " for the cache cannot be made: " + e, e);
        }
        store = open();
    }

    /** The store. */
    public FactStore store() {
        return store;
    }

    /**
     * Replaces a damaged store, unless another thread did so already.
     *
     * @param damaged the store in which the damage was seen
     */
    public synchronized void replace(FactStore damaged, DamagedFacts why) {
        if (closed || damaged != store) {
            return;
        }
        abandon(damaged);
        // An interrupted thread may read anything; if it is damage, the next reader will see it.
        if (!StoreFailures.isClosing(why)
                && !StoreFailures.isOfThisProcess(why)
                && !Thread.currentThread().isInterrupted()) {
            moveAside(why);
        }
        store = open();
    }

    /** Opens the file, even in an interrupted thread, in which every channel closes as soon as it is used. */
    private FactStore open() {
        boolean interrupted = false;
        boolean empty = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try {
                    return tryToOpen();
                } catch (RuntimeException e) {
                    if (Thread.currentThread().isInterrupted()) {
                        continue; // the interruption came during the opening, and says nothing about the file
                    }
                    if (isLocked(e)) {
                        throw new IllegalStateException(
                                path + " is in use by another process; end that one, or configure"
                                        + " another folder as 'cache'",
                                e);
                    }
                    if (empty || StoreFailures.isOfThisProcess(e)) {
                        throw e;
                    }
                    moveAside(e);
                    empty = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private FactStore tryToOpen() {
        MVStore file = null;
        try {
            file = builder().open();
            if (file.getStoreVersion() != VERSION && !file.getMapNames().isEmpty()) {
                file.closeImmediately();
                discard();
                file = builder().open();
            }
            file.setStoreVersion(VERSION);
            return new FactStore(file);
        } catch (RuntimeException | Error e) {
            if (file != null) {
                file.closeImmediately();
            }
            throw e;
        }
    }

    private static boolean isLocked(RuntimeException why) {
        return why instanceof MVStoreException store && store.getErrorCode() == DataUtils.ERROR_FILE_LOCKED;
    }

    private MVStore.Builder builder() {
        return new MVStore.Builder()
                .fileName(path.toString())
                .cacheSize(CACHE_MEGABYTES)
                .autoCommitDisabled()
                .autoCommitBufferSize(0);
    }

    private void moveAside(RuntimeException why) {
        Path aside = path.resolveSibling(path.getFileName() + ".damaged");
        problems.accept(path + " is damaged (" + why.getMessage() + "); it was moved to " + aside
                + ", and files are parsed again");
        try {
            if (Files.exists(path)) {
                Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + " is damaged and cannot be moved aside", e);
        }
    }

    private void discard() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(path + " is of another version and cannot be deleted", e);
        }
    }

    private static void abandon(FactStore store) {
        try {
            store.abandon();
        } catch (RuntimeException e) {
            // A damaged store may not even close properly; its file is taken away next.
            return;
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try {
                store.close();
            } catch (RuntimeException e) {
                // As after the end of a process: only committed facts count.
                abandon(store);
                if (!StoreFailures.isClosing(e)) {
                    problems.accept(path + " cannot be closed in order: " + e.getMessage());
                }
            }
        }
    }
}
