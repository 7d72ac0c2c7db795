package io.precinct.postgres.embedded;

/** Nothing that trying again would change; the message says what to do. */
final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
        super(message);
    }
}
