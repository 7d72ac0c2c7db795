package io.precinct.core.watch;

import java.util.ArrayDeque;

/**
 * Takes a boundary out of service after it has repeatedly taken too much time or memory. After growing pauses, it lets
 * one request at a time try the boundary, until one of them ends well. If the boundary is taken out again soon, its
 * pauses continue to grow from their last length. Thread-safe; asking a closed breaker costs one volatile read.
 */
final class Breaker {
    /** This many overstays within {@link #WINDOW} open the breaker, unless far more crossings ended well meanwhile. */
    static final int OVERSTAYS = 3;

    private static final long SECOND = 1_000_000_000L;
    private static final long WINDOW = 60 * SECOND;
    private static final long FIRST_PAUSE = 5 * SECOND;
    private static final long LONGEST_PAUSE = 300 * SECOND;
    private static final int WELL_PER_OVERSTAY = 10;

    /** Whether a crossing may begin. */
    enum State {
        CLOSED,
        /** The breaker is open and its pause is over: this crossing is the trial. */
        TRIAL,
        OPEN
    }

    private record Overstayed(long at, long wellBefore) {}

    private final ArrayDeque<Overstayed> recent = new ArrayDeque<>(OVERSTAYS);
    private volatile boolean open;
    private boolean trying;
    private long pause;
    private long until;
    private long putIn;

    /** Asks for a crossing. A caller that gets {@link State#TRIAL} must report how that crossing ended. */
    State ask(long now) {
        if (!open) {
            return State.CLOSED;
        }
        synchronized (this) {
            if (!open) {
                return State.CLOSED;
            }
            if (trying || now - until < 0) {
                return State.OPEN;
            }
            trying = true;
            return State.TRIAL;
        }
    }

    /**
     * Reports a crossing that was given up, or that asked for more memory than there is.
     *
     * @param well how many crossings have ended in time so far
     */
    synchronized void overstayed(long now, boolean trial, long well) {
        if (open) {
            if (trial) {
                trying = false;
                pause = longer();
                until = now + pause;
            }
            return;
        }
        if (recent.size() == OVERSTAYS) {
            recent.removeFirst();
        }
        recent.addLast(new Overstayed(now, well));
        Overstayed first = recent.getFirst();
        if (recent.size() == OVERSTAYS
                && now - first.at() <= WINDOW
                && well - first.wellBefore() < OVERSTAYS * WELL_PER_OVERSTAY) {
            open = true;
            pause = pause > 0 && now - putIn < LONGEST_PAUSE ? longer() : FIRST_PAUSE;
            until = now + pause;
            recent.clear();
        }
    }

    private long longer() {
        return Math.min(2 * pause, LONGEST_PAUSE);
    }

    /** Reports that the trial ended well. */
    synchronized void passed(long now) {
        open = false;
        trying = false;
        putIn = now;
    }

    /** Reports that the trial proved nothing about the boundary, for example because its client went away. */
    synchronized void inconclusive() {
        trying = false;
    }

    synchronized String wireName(long now) {
        return !open ? "closed" : trying || now - until >= 0 ? "trial" : "open";
    }

    /** Seconds until the next trial: at least 1 while the breaker is open, else 0. */
    synchronized long retrySeconds(long now) {
        return open ? Math.max(1, (until - now + SECOND - 1) / SECOND) : 0;
    }
}
