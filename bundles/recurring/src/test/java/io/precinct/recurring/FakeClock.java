package io.precinct.recurring;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test moves. Thread-safe. */
public final class FakeClock implements InstantSource {
    private final AtomicReference<Instant> now;
    private volatile long since;
    private volatile long rate;

    public FakeClock(String now) {
        this.now = new AtomicReference<>(Instant.parse(now));
    }

    @Override
    public Instant instant() {
        Instant still = now.get();
        return rate == 0 ? still : still.plusNanos((System.nanoTime() - since) * rate);
    }

    /** From now on it runs {@code rate} times as fast as time. */
    public void run(long rate) {
        this.since = System.nanoTime();
        this.rate = rate;
    }

    /** Stops it where it is. */
    public void stop() {
        Instant reached = instant();
        rate = 0;
        now.set(reached);
    }

    public void advance(Duration by) {
        now.updateAndGet(instant -> instant.plus(by));
    }

    public void set(String instant) {
        now.set(Instant.parse(instant));
    }
}
