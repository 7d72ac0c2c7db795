package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Ends the virtual machine in a request. */
public final class Exits extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        System.exit(3);
        return done();
    }
}
