package io.precinct.postgres.api;

/**
 * Says that what a transaction read before it had its locks has changed since. Thrown by the work of
 * {@link Database#write}, which rolls back and runs the work again, as it does after a serialisation failure.
 *
 * @since 1.2
 */
public final class ConcurrentChange extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes {@link Database#write} run the work again. */
    public ConcurrentChange() {
        super("another transaction changed what this one relies on", null, false, false);
    }
}
