package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Throws the error that says there is no memory, though there is. */
public final class ThrowsOutOfMemory extends OneRoute {
    @Override
    Outcome cross(Input input) {
        throw new OutOfMemoryError("hostile");
    }
}
