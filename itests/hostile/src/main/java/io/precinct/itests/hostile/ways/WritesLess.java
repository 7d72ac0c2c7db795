package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;

/** Announces a thousand bytes and writes ten. */
public final class WritesLess extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        return Reply.of(200, new Body.Stream("text/plain", 1000, null, out -> out.write(new byte[10])));
    }
}
