package io.precinct.postgres.api;

/**
 * What a transaction read before it had its locks has changed since. Thrown by the work of {@link Database#write}, which
 * rolls back and begins the work again, as it does where the database itself asks for that.
 *
 * @since 1.2
 */
public final class ConcurrentChange extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Begins the work again. */
    public ConcurrentChange() {
        super("another transaction changed what this one relies on", null, false, false);
    }
}
