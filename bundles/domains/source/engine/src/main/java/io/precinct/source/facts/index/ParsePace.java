package io.precinct.source.facts.index;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The pace at which files are parsed that nobody waits for: on all threads while there are no questions, else one part
 * at a time. That leaves processors to requests, and makes garbage more slowly, whose collection stops them.
 * Thread-safe.
 */
final class ParsePace {
    /** How long after a question the next one is expected. */
    static final Duration BUSY = Duration.ofMillis(200);

    /** After this time, a part is done anyway: another one may take long, and must not delay other repositories. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final LongSupplier clock;
    private final Duration patience;
    private final Semaphore turn = new Semaphore(1);
    private volatile long asked;

    ParsePace() {
        this(System::nanoTime, PATIENCE);
    }

    /**
     * @param clock nanoseconds from an arbitrary origin
     * @param patience how long a part waits for its turn
     */
    ParsePace(LongSupplier clock, Duration patience) {
        this.clock = clock;
        this.patience = patience;
        this.asked = clock.getAsLong() - BUSY.toNanos();
    }

    /** Work that is done in parts. */
    interface Part {
        void run() throws InterruptedException;
    }

    /** Notes that a question about a commit arrives now. */
    void asked() {
        asked = clock.getAsLong();
    }

    /**
     * Does a part that nobody waits for: at once or, if there was a question lately, in its turn, for which it waits a
     * while.
     */
    void run(Part part) throws InterruptedException {
        if (clock.getAsLong() - asked >= BUSY.toNanos()) {
            part.run();
            return;
        }
        boolean mine = turn.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        try {
            part.run();
        } finally {
            if (mine) {
                turn.release();
            }
        }
    }
}
