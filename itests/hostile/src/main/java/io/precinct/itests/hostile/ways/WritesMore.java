package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;

/** Announces ten bytes and writes a thousand. */
public final class WritesMore extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        return Reply.of(200, new Body.Stream("text/plain", 10, null, out -> out.write(new byte[1000])));
    }
}
