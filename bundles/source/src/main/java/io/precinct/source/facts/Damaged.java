package io.precinct.source.facts;

/** Kept bytes are not what was written: the store that holds them is not to be trusted any more. */
final class Damaged extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Damaged(String message) {
        super(message);
    }

    Damaged(String message, Throwable cause) {
        super(message, cause);
    }
}
