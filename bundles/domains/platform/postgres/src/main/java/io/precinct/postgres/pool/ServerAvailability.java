package io.precinct.postgres.pool;

import io.precinct.postgres.api.DatabaseUnavailable;
import org.jspecify.annotations.Nullable;

/**
 * Whether the server is available, according to the last attempt to connect. While the server is unavailable, work is
 * refused at once instead of waiting for a time-out each time. Thread-safe.
 */
public final class ServerAvailability {
    private volatile @Nullable String reason = "the database is starting";
    private volatile boolean everAnswered;

    /** Records that the server answered. Returns true if it did not answer before. */
    public boolean answered() {
        boolean was = reason != null;
        everAnswered = true;
        reason = null;
        return was;
    }

    /** Whether the server has ever answered; until then, work waits for it. */
    public boolean everAnswered() {
        return everAnswered;
    }

    /** Records that the server does not answer. Returns true if it answered before. */
    public boolean lost(String why) {
        boolean was = reason == null;
        reason = why;
        return was;
    }

    /** Returns why the server is unavailable, or null if it is available. */
    public @Nullable String reason() {
        return reason;
    }

    /**
     * Refuses work while the server is unavailable.
     *
     * @throws DatabaseUnavailable if the server is unavailable
     */
    public void check() {
        String why = reason;
        if (why != null) {
            throw new DatabaseUnavailable(why, true, null);
        }
    }
}
