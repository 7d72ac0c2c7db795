package io.precinct.postgres.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The database is unavailable. Nothing of the work was done, or that is unknown: see {@link #outcomeKnown}. */
public final class DatabaseUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean outcomeKnown;

    /**
     * A failure.
     *
     * @param reason human-readable, without addresses or credentials
     * @param outcomeKnown false if the connection was lost while a commit was under way
     */
    public DatabaseUnavailable(String reason, boolean outcomeKnown, @Nullable Throwable cause) {
        super(reason, cause);
        this.outcomeKnown = outcomeKnown;
    }

    /** True if the work was certainly not done. */
    public boolean outcomeKnown() {
        return outcomeKnown;
    }

    /** How long to wait before trying again. */
    public Duration retryAfter() {
        return Duration.ofSeconds(2);
    }
}
