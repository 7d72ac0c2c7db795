package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;

/** Takes the name echo of a shipped boundary that routes use. */
public final class TakesEcho implements Boundary {
    @Override
    public Declaration declaration() {
        return Declaration.terminal().writes("taken", true).build();
    }

    @Override
    public Outcome cross(Input input) {
        return Reply.ok(Data.map("taken", true));
    }
}
