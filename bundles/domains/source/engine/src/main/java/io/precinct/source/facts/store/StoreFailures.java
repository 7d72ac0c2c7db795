package io.precinct.source.facts.store;

import io.precinct.source.facts.extraction.DamagedFacts;
import java.nio.BufferUnderflowException;
import java.nio.channels.ClosedChannelException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/** What failures of MVStore reveal about its data. */
final class StoreFailures {
    private StoreFailures() {}

    /** Whether this was caused by an Error, for lack of memory, say, and reveals nothing about the data. */
    static boolean isOfThisProcess(Throwable why) {
        return cameOf(why, Error.class::isInstance);
    }

    /** Whether the file was closed during use, as an interrupted thread does; that does not damage it. */
    static boolean isClosing(Throwable why) {
        return cameOf(
                why,
                cause -> cause instanceof ClosedChannelException
                        || (cause instanceof MVStoreException store && store.getErrorCode() == DataUtils.ERROR_CLOSED));
    }

    private static boolean cameOf(Throwable why, Predicate<Throwable> test) {
        for (Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (test.test(cause)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Runs work on the store. MVStore reports data that it cannot make sense of by any of these exceptions.
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
