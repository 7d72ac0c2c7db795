package io.precinct.source.facts;

import java.nio.BufferUnderflowException;
import java.util.function.Supplier;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/** Kept bytes are not what was written: the store that holds them is not to be trusted any more. */
final class DamagedStore extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedStore(String message) {
        super(message);
    }

    DamagedStore(String message, Throwable cause) {
        super(message, cause);
    }

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
     * @throws DamagedStore instead of what MVStore throws
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
            throw new DamagedStore("the store of facts cannot be read: " + e, e);
        }
    }
}
