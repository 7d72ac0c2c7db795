package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import java.util.function.BooleanSupplier;

/**
 * Ends a loop over the content of a file once its work is to be given up, because its time is over or nobody waits for
 * it. It asks only every {@value #STEPS} steps, so that a step costs an addition. Confined to a thread.
 */
public final class LoopWatch {
    /** So many steps pass between two questions. */
    static final int STEPS = 256;

    private final BooleanSupplier givenUp;
    private int steps;

    /** @param givenUp whether the work is to be given up */
    public LoopWatch(BooleanSupplier givenUp) {
        this.givenUp = givenUp;
    }

    /**
     * Counts one step of the loop.
     *
     * @throws Stopped {@code timeout} if the work is to be given up
     */
    public void step() throws Stopped {
        if (ends(1)) {
            throw new Stopped("timeout");
        }
    }

    /** Whether the work is to be given up, asked at once: for steps that may take long. */
    public boolean isGivenUp() {
        return givenUp.getAsBoolean();
    }

    /**
     * Counts steps of a loop that ends by itself.
     *
     * @return whether the work is to be given up
     */
    public boolean ends(int more) {
        steps += more;
        if (steps < STEPS) {
            return false;
        }
        steps = 0;
        return givenUp.getAsBoolean();
    }
}
