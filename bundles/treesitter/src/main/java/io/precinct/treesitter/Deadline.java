package io.precinct.treesitter;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A moment after which work is given up. */
public final class Deadline implements BooleanSupplier {
    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    /** The moment in {@code time} from now. */
    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** True once it is over. */
    @Override
    public boolean getAsBoolean() {
        return System.nanoTime() - end >= 0;
    }
}
