package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;

/** Asks for an array of 1 GB and touches it. */
public final class AllocatesGigabyte extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        long[] much = new long[1 << 27];
        much[much.length - 1] = 1;
        return Reply.ok(Data.map("done", much[much.length - 1]));
    }
}
