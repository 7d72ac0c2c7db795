package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Throws an Error of its own. */
public final class ThrowsError extends HostileFamily {
    private static final class Unheard extends Error {
        private static final long serialVersionUID = 1L;

        Unheard() {
            super("an error that nobody has heard of");
        }
    }

    @Override
    Outcome cross(Input input) {
        throw new Unheard();
    }
}
