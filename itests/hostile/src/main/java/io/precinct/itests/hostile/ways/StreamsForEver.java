package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;

/** Writes for ever, as fast as it is read. */
public final class StreamsForEver extends HostileFamily {
    private static final byte[] CHUNK = new byte[8192];

    @Override
    Outcome cross(Input input) {
        return Reply.of(200, new Body.Stream("text/plain", -1, null, out -> {
            while (true) {
                out.write(CHUNK);
            }
        }));
    }
}
