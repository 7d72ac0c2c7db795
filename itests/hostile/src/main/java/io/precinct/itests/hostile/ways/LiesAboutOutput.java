package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import java.util.Map;

/** Writes a text although it declares a number, and leaves out a declared member. */
public final class LiesAboutOutput extends HostileFamily {
    @Override
    Declaration declaration() {
        return Declaration.terminal()
                .writes("count", Map.of("gte", 0))
                .writes("items", Map.of("empty", false))
                .build();
    }

    @Override
    Outcome cross(Input input) {
        return Reply.ok(Data.map("count", "many"));
    }
}
