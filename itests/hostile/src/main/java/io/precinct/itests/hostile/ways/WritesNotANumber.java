package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import java.util.Map;

/** Writes NaN, which JSON cannot represent. */
public final class WritesNotANumber extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        return Reply.ok(Map.of("done", Double.NaN));
    }
}
