package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import java.util.concurrent.Semaphore;

/** Opens a stream and never writes to it. */
public final class NeverWrites extends OneRoute {
    private static final Semaphore NOBODYS = new Semaphore(0);

    @Override
    Outcome cross(Input input) {
        return Reply.of(200, new Body.Stream("text/plain", -1, null, out -> NOBODYS.acquireUninterruptibly()));
    }
}
