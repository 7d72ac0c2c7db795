package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Throws an OutOfMemoryError although there is enough memory. */
public final class ThrowsOutOfMemory extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        throw new OutOfMemoryError("hostile");
    }
}
