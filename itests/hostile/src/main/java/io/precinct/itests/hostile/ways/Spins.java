package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Computes for ever and never yields. */
public final class Spins extends HostileFamily {
    private volatile long turns;

    @Override
    Outcome cross(Input input) {
        while (true) {
            turns = turns * 31 + 1;
        }
    }
}
