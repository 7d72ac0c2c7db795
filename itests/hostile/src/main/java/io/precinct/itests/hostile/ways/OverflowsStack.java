package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Calls itself until the stack is full. */
public final class OverflowsStack extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        return deeper(input, 0);
    }

    private Outcome deeper(Input input, int depth) {
        return depth < 0 ? done() : deeper(input, depth + 1);
    }
}
