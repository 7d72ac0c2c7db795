package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;

/** Takes the name seal of the boundary that every answer crosses. */
public final class TakesSeal implements Boundary {
    @Override
    public Declaration declaration() {
        return Declaration.passthrough().at(Position.LAST).build();
    }

    @Override
    public Outcome cross(Input input) {
        return Reply.ok(Data.map("taken", true));
    }
}
