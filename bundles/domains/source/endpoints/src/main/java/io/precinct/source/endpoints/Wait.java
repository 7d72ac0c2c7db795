package io.precinct.source.endpoints;

import java.time.Duration;

/**
 * The time for which a request over several repositories lets them wait for files to be parsed; after it, each answers
 * what it knows. Begins when created. Thread-safe.
 */
public final class Wait {
    private static final Duration MOST = Duration.ofMillis(400);

    private final long begun = System.nanoTime();

    /** Whether no repository may wait any longer. */
    public boolean isOver() {
        return System.nanoTime() - begun > MOST.toNanos();
    }
}
