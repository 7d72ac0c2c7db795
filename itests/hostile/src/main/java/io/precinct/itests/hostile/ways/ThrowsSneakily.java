package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Throws a Throwable that is neither an Exception nor an Error. */
public final class ThrowsSneakily extends HostileFamily {
    private static final class Neither extends Throwable {
        private static final long serialVersionUID = 1L;

        Neither() {
            super("neither an exception nor an error");
        }
    }

    @Override
    Outcome cross(Input input) {
        throw ThrowsSneakily.<RuntimeException>unchecked(new Neither());
    }

    @SuppressWarnings("unchecked") // the trick: the cast is not checked
    private static <T extends Throwable> T unchecked(Throwable any) throws T {
        throw (T) any;
    }
}
