package io.precinct.events;

/**
 * Decides when this node numbers events. It gets no notice of commits, so it polls after an event was written, at
 * growing intervals, and never so often that a busy node would number events one by one. Used by one thread.
 */
final class Numbering {
    private final Outbox outbox;
    private final long least;
    private final long most;
    private long due = System.nanoTime();
    private long pause;
    private long last;

    Numbering(Outbox outbox, Timing timing) {
        this.outbox = outbox;
        this.least = timing.gather().toNanos();
        this.most = timing.look().toNanos();
        this.pause = most;
        this.last = due - least;
    }

    /** Expects that an event is committed in about {@code nanos}. */
    void expect(long nanos) {
        long now = System.nanoTime();
        long soonest = now + Math.max(nanos, last + least - now);
        pause = nanos;
        if (soonest - due < 0) {
            due = soonest;
        }
    }

    boolean isDue() {
        return System.nanoTime() - due >= 0;
    }

    long due() {
        return due;
    }

    /** Numbers the committed events; true if there were any. */
    boolean run() {
        int total = 0;
        int numbered;
        long began = System.nanoTime();
        do {
            numbered = outbox.number();
            total += numbered;
        } while (Outbox.wasBounded(numbered));
        last = System.nanoTime();
        pause = total > 0 ? least : Math.min(pause * 2, most);
        // if a long transaction makes polling expensive, polling takes at most a quarter of the time
        due = last + Math.max(pause, (last - began) * 3);
        return total > 0;
    }

    /** Makes numbering due again at once, after it failed. */
    void failed() {
        due = System.nanoTime();
    }
}
