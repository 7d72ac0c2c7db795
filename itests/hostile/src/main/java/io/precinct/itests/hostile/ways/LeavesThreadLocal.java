package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Leaves an object of its own behind on the thread of every request. */
public final class LeavesThreadLocal extends HostileFamily {
    private static final ThreadLocal<Object> LEFT = new ThreadLocal<>();

    private static final class Mine {}

    @Override
    Outcome cross(Input input) {
        LEFT.set(new Mine());
        return done();
    }
}
