package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Throws an exception that is the cause of its cause. */
public final class ThrowsCycle extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        var cause = new IllegalStateException("the cause");
        var effect = new IllegalStateException("the effect", cause);
        cause.initCause(effect);
        throw effect;
    }
}
