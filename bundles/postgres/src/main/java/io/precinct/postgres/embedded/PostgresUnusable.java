package io.precinct.postgres.embedded;

/** Nothing that trying again would change; the message says what to do. */
final class PostgresUnusable extends Exception {
    private static final long serialVersionUID = 1L;

    PostgresUnusable(String message) {
        super(message);
    }
}
