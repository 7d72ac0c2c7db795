package io.precinct.postgres.embedded;

/** Thrown if PostgreSQL cannot run, and trying again would not help; the message states what to do. */
final class PostgresUnusable extends Exception {
    private static final long serialVersionUID = 1L;

    PostgresUnusable(String message) {
        super(message);
    }
}
