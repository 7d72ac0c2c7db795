package io.precinct.source.git;

import java.io.IOException;
import java.time.Duration;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/**
 * Reads objects until a time is over or its thread is interrupted: git's own walks and comparisons end only with the
 * history. Closes nothing, since it does not own the reader below. Confined to a thread.
 */
final class TimedReader extends ObjectReader.Filter {
    private final ObjectReader below;
    private final Limit limit;

    TimedReader(ObjectReader below, Limit limit) {
        this.below = below;
        this.limit = limit;
    }

    /** The time is over, or nobody waits any more. */
    static final class TimeOver extends IOException {
        private static final long serialVersionUID = 1L;

        private TimeOver() {
            super("the time for this is over");
        }
    }

    /** When to end. Thread-safe. */
    static final class Limit {
        private final long end;

        /** Begins now. */
        Limit(Duration time) {
            end = System.nanoTime() + time.toNanos();
        }

        void check() throws TimeOver {
            if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
                throw new TimeOver();
            }
        }
    }

    @Override
    protected ObjectReader delegate() {
        return below;
    }

    @Override
    public ObjectReader newReader() {
        return new TimedReader(below, limit);
    }

    @Override
    public ObjectLoader open(AnyObjectId id) throws IOException {
        limit.check();
        return below.open(id);
    }

    @Override
    public ObjectLoader open(AnyObjectId id, int type) throws IOException {
        limit.check();
        return below.open(id, type);
    }

    @Override
    public long getObjectSize(AnyObjectId id, int type) throws IOException {
        limit.check();
        return below.getObjectSize(id, type);
    }

    @Override
    public void close() {
        // The lender closes the reader below.
    }
}
