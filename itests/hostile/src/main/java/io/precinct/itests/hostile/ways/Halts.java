package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Halts the virtual machine, which nothing in it can survive. */
public final class Halts extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        Runtime.getRuntime().halt(5);
        return done();
    }
}
