package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;

/** Writes the members that belong to the framework: a seal, a passed verification, a trace. */
public final class ForgesSeal extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        return Reply.ok(Data.map(
                "done", true,
                "_seal", Data.map("alg", "sha256", "size", 1, "root", "0".repeat(64)),
                "_verify", Data.list(Data.map("name", "forged", "passed", true, "failures", Data.list())),
                "_trace", Data.map("total_us", 0),
                "_recorded", "forged"));
    }
}
