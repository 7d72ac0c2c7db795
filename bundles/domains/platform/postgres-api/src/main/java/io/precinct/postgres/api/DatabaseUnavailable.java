package io.precinct.postgres.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the database is unavailable. The work was not done, or its outcome is unknown: see {@link #outcomeKnown}.
 */
public final class DatabaseUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean outcomeKnown;

    /**
     * Creates a failure.
     *
     * @param reason human-readable, without addresses or credentials
     * @param outcomeKnown false if the connection was lost during a commit
     */
    public DatabaseUnavailable(String reason, boolean outcomeKnown, @Nullable Throwable cause) {
        super(reason, cause);
        this.outcomeKnown = outcomeKnown;
    }

    /** Returns true if the work was certainly not done. */
    public boolean outcomeKnown() {
        return outcomeKnown;
    }

    /** Returns how long to wait before trying again. */
    public Duration retryAfter() {
        return Duration.ofSeconds(2);
    }
}
