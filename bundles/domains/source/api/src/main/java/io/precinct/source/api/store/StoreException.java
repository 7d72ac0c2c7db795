package io.precinct.source.api.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Why a store cannot be read. Its message is shown to clients and logged: it names the store, what was expected and what
 * was found, and never a value or a credential.
 */
public final class StoreException extends IOException {
    private static final long serialVersionUID = 1L;

    /** A failure without a cause. */
    public StoreException(String message) {
        this(message, null);
    }

    /** @param cause for the log, to find defects; its message is shown to nobody */
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
