package io.precinct.postgres.pool;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects from the results of writes whether the disk of the database is full. A full disk is not an outage, since
 * reads still work, but operators must know about it. Thread-safe.
 */
final class DiskSpace {
    private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);

    /** How long a failed write counts if no other write follows. */
    private static final long HOLDS = Duration.ofMinutes(5).toNanos();

    private static final long NEVER = Long.MIN_VALUE;

    /** The {@link System#nanoTime} of the last write that failed for lack of space; a successful write clears it. */
    private final AtomicLong fullAt = new AtomicLong(NEVER);

    /** Called after a write succeeded. */
    void found() {
        if (fullAt.get() != NEVER && fullAt.getAndSet(NEVER) != NEVER) {
            LOG.info("the disk of the database has room again");
        }
    }

    /** Called after a write failed for any reason. */
    void failed(Throwable thrown) {
        SQLException found = SqlFaults.sql(thrown);
        if (found != null
                && SqlFaults.DISK_FULL.equals(found.getSQLState())
                && fullAt.getAndSet(System.nanoTime()) == NEVER) {
            LOG.error("the disk of the database is full: reads go on, writes fail until there is room again");
        }
    }

    /** Whether the last write failed for lack of space. */
    boolean isFull() {
        long at = fullAt.get();
        return at != NEVER && System.nanoTime() - at < HOLDS;
    }
}
