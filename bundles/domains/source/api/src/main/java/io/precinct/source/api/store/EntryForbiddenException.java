package io.precinct.source.api.store;

import java.io.Serial;

/** The value of one entry is not given to this reader; the rest of the store may be read. */
public final class EntryForbiddenException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message as that of a {@link StoreException}, which it becomes if no value at all may be read */
    public EntryForbiddenException(String message) {
        super(message);
    }
}
