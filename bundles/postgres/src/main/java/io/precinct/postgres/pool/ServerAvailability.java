package io.precinct.postgres.pool;

import io.precinct.postgres.api.DatabaseUnavailable;
import org.jspecify.annotations.Nullable;

/**
 * Whether the server is there, as the last attempt to connect found it. While it is not, work is refused at once instead
 * of waiting for a time-out each. Thread-safe.
 */
public final class ServerAvailability {
    private volatile @Nullable String reason = "the database is starting";
    private volatile boolean opened;

    /** The server answered. Returns true where it did not before. */
    public boolean open() {
        boolean was = reason != null;
        opened = true;
        reason = null;
        return was;
    }

    /** Whether the server has answered at all: until then it is worth waiting for. */
    public boolean opened() {
        return opened;
    }

    /** The server does not answer. Returns true where it did before. */
    public boolean close(String why) {
        boolean was = reason == null;
        reason = why;
        return was;
    }

    /** Why the server is not there, or null where it is. */
    public @Nullable String reason() {
        return reason;
    }

    /** Refuses work while the server is not there. */
    public void check() {
        String why = reason;
        if (why != null) {
            throw new DatabaseUnavailable(why, true, null);
        }
    }
}
