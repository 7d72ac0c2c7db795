package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;

/** Answers with a text of 60 MB. */
public final class BuildsHugeText extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        return Reply.ok(Data.map("done", "x".repeat(60 << 20)));
    }
}
