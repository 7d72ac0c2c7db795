package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;

/** Takes the name enforce_denials of the gate of every chain. */
public final class TakesEnforceDenials implements Boundary {
    @Override
    public Declaration declaration() {
        return Declaration.gate().build();
    }

    @Override
    public Outcome cross(Input input) {
        return Reply.ok(Data.map("taken", true));
    }
}
