package io.precinct.postgres.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The database cannot do it now; nothing of the work was done, or nobody knows: see {@link #outcomeKnown}. */
public final class DatabaseUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean outcomeKnown;

    /**
     * A failure.
     *
     * @param reason for people, without addresses or credentials
     * @param outcomeKnown false where the connection was lost while a commit was under way
     */
    public DatabaseUnavailable(String reason, boolean outcomeKnown, @Nullable Throwable cause) {
        super(reason, cause);
        this.outcomeKnown = outcomeKnown;
    }

    /** True where the work was certainly not done. */
    public boolean outcomeKnown() {
        return outcomeKnown;
    }

    /** After which time it makes sense to try again. */
    public Duration retryAfter() {
        return Duration.ofSeconds(2);
    }
}
