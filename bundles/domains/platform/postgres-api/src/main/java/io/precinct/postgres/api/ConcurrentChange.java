package io.precinct.postgres.api;

/**
 * Thrown if data that a transaction read before it held its locks has changed since. If the work of {@link
 * Database#write} throws it, the transaction is rolled back and the work is run again, as after a serialisation
 * failure.
 *
 * @since 1.2
 */
public final class ConcurrentChange extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception that makes {@link Database#write} run the work again. */
    public ConcurrentChange() {
        super("another transaction changed what this one relies on", null, false, false);
    }
}
