package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Continues to change a payload after it has returned it. */
public final class ChangesPayload extends HostileFamily {
    @Override
    Outcome cross(Input input) {
        List<Object> items = new ArrayList<>();
        Map<String, Object> payload = new HashMap<>();
        payload.put("done", items);
        items.add("first");
        Reply reply = Reply.ok(payload);
        Thread.ofPlatform().daemon().name("hostile-changes").start(() -> {
            for (int i = 0; i < 100_000; i++) {
                items.add(i);
                payload.put("late " + i % 100, i);
            }
        });
        return reply;
    }
}
