package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;

/** Opens a stream and never writes to it. */
public final class NeverWrites extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        return Reply.of(200, new Body.Stream("text/plain", -1, null, out -> waitForEver()));
    }
}
