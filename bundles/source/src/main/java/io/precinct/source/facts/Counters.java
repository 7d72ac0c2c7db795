package io.precinct.source.facts;

import java.util.concurrent.atomic.LongAdder;

/** What was counted for a repository since the start of the process. Thread-safe. */
final class Counters {
    final LongAdder hits = new LongAdder();
    final LongAdder misses = new LongAdder();
    volatile long entries;

    private volatile boolean parsing;
    private volatile long total;
    private final LongAdder done = new LongAdder();

    /** A first look at all files begins. */
    void begin(long files) {
        done.reset();
        total = files;
        parsing = true;
    }

    void done(long files) {
        done.add(files);
    }

    void end() {
        parsing = false;
    }

    boolean parsing() {
        return parsing;
    }

    long filesDone() {
        return done.sum();
    }

    long filesLeft() {
        return Math.max(0, total - done.sum());
    }
}
