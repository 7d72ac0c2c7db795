package io.precinct.source.facts.store;

import io.precinct.source.facts.extraction.DamagedFacts;
import java.nio.BufferUnderflowException;
import java.util.function.Supplier;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/** What failures of MVStore say about the bytes that it keeps. */
final class StoreFailures {
    private StoreFailures() {}

    /** Whether this came of an Error, of memory say, and tells nothing about what is kept. */
    static boolean isOfThisProcess(Throwable why) {
        for (Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (cause instanceof Error) {
                return true;
            }
        }
        return false;
    }

    /**
     * Does something with the store. What MVStore cannot make sense of it reports in any of these.
     *
     * @throws DamagedFacts instead of what MVStore throws
     */
    static <T extends @Nullable Object> T noticed(Supplier<T> work) {
        try {
            return work.get();
        } catch (MVStoreException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | IllegalStateException
                | BufferUnderflowException
                | NullPointerException
                | ClassCastException
                | NegativeArraySizeException e) {
            throw new DamagedFacts("the store of facts cannot be read: " + e, e);
        }
    }
}
