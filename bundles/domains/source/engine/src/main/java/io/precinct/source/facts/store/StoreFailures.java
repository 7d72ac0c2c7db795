package io.precinct.source.facts.store;

import io.precinct.source.facts.extraction.DamagedFacts;
import java.nio.BufferUnderflowException;
import java.nio.channels.ClosedChannelException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/** What failures of MVStore say about the bytes that it keeps. */
final class StoreFailures {
    private StoreFailures() {}

    /** Whether this came of an Error, of memory say, and tells nothing about what is kept. */
    static boolean isOfThisProcess(Throwable why) {
        return cameOf(why, Error.class::isInstance);
    }

    /** Whether the file was closed under whoever used it, as an interrupted thread does; that does not damage it. */
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
