package io.precinct.treesitter;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The time after which work is cancelled. */
public final class Deadline implements BooleanSupplier {
    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    /** A deadline {@code time} from now. */
    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** True once the deadline has passed. */
    @Override
    public boolean getAsBoolean() {
        return System.nanoTime() - end >= 0;
    }
}
