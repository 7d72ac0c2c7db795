package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import java.util.HashMap;
import java.util.Map;

/** Writes a map that contains itself. */
public final class WritesCycle extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        Map<String, Object> map = new HashMap<>();
        map.put("done", map);
        return Reply.ok(map);
    }
}
