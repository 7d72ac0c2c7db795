package io.precinct.source.git;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/**
 * Reusable readers of a clone. Each remembers what it has lately unpacked; without that, a file stored as a delta costs
 * the whole chain behind it, ten times as much in packs as {@code git fast-import} writes them. Thread-safe; a reader
 * in use belongs to its thread.
 */
final class ReaderPool implements AutoCloseable {
    private final Repository repository;
    private final BlockingQueue<ObjectReader> idle =
            new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors() + 1);
    private volatile boolean closed;

    ReaderPool(Repository repository) {
        this.repository = repository;
    }

    /** Work with a reader. */
    interface Reading<T extends @Nullable Object> {
        T read(ObjectReader reader) throws IOException;
    }

    /** Lends a reader, which is not used again if it fails. */
    <T extends @Nullable Object> T reading(Reading<T> work) throws IOException {
        ObjectReader kept = idle.poll();
        ObjectReader reader = kept == null ? repository.newObjectReader() : kept;
        boolean done = false;
        try {
            T result = work.read(reader);
            done = true;
            return result;
        } finally {
            if (!done || closed || !idle.offer(reader)) {
                reader.close();
            }
            if (closed) {
                forget();
            }
        }
    }

    /** Frees what idle readers remember, and the packs that they keep open. */
    void forget() {
        for (ObjectReader reader = idle.poll(); reader != null; reader = idle.poll()) {
            reader.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        forget();
    }
}
