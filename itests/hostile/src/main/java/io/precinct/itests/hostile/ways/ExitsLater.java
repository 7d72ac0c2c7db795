package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;

/** Ends the virtual machine on a thread of its own, once the request is answered. */
public final class ExitsLater extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        Thread.ofPlatform()
                .name("hostile-exit")
                .start(() -> Runtime.getRuntime().exit(4));
        return done();
    }
}
