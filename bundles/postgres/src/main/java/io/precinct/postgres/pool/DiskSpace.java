package io.precinct.postgres.pool;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the disk of the database has room, by what became of writes. Reads go on without room, so it is no outage; who
 * runs the service has to hear of it all the same. Thread-safe.
 */
final class DiskSpace {
    private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);

    /** Where nobody writes any more, nobody knows. */
    private static final long HOLDS = Duration.ofMinutes(5).toNanos();

    private static final long NEVER = Long.MIN_VALUE;

    /** {@link System#nanoTime} of the last write that found no room since the last that found some. */
    private final AtomicLong fullAt = new AtomicLong(NEVER);

    /** A write was done. */
    void found() {
        if (fullAt.get() != NEVER && fullAt.getAndSet(NEVER) != NEVER) {
            LOG.info("the disk of the database has room again");
        }
    }

    /** A write failed for some reason. */
    void failed(Throwable thrown) {
        SQLException found = SqlFaults.sql(thrown);
        if (found != null
                && SqlFaults.DISK_FULL.equals(found.getSQLState())
                && fullAt.getAndSet(System.nanoTime()) == NEVER) {
            LOG.error("the disk of the database is full: reads go on, writes fail until there is room again");
        }
    }

    /** Whether the last write found none. */
    boolean isFull() {
        long at = fullAt.get();
        return at != NEVER && System.nanoTime() - at < HOLDS;
    }
}
