package io.precinct.recurring;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that a test moves. It never goes back by itself, even if it is read while it is being stopped. Thread-safe.
 */
public final class FakeClock implements InstantSource {
    private Instant now;
    private long since;
    private long rate;

    public FakeClock(String now) {
        this.now = Instant.parse(now);
    }

    @Override
    public synchronized Instant instant() {
        return rate == 0 ? now : now.plusNanos((System.nanoTime() - since) * rate);
    }

    /** Runs the clock {@code rate} times as fast as real time from now on. */
    public synchronized void run(long rate) {
        this.since = System.nanoTime();
        this.rate = rate;
    }

    /** Stops the clock at its current time. */
    public synchronized void stop() {
        now = instant();
        rate = 0;
    }

    public synchronized void advance(Duration by) {
        now = now.plus(by);
    }

    public synchronized void set(String instant) {
        now = Instant.parse(instant);
    }
}
