package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the stream of its answer and continues to write to it from a separate thread. */
public final class WritesAfterAnswer extends HostileFamily {
    private static final List<OutputStream> KEPT = new CopyOnWriteArrayList<>();

    @Override
    Outcome cross(Input input) {
        return Reply.of(200, new Body.Stream("text/plain", -1, null, out -> {
            out.write("answered".getBytes(StandardCharsets.UTF_8));
            KEPT.add(out);
            Thread.ofPlatform().daemon().name("hostile-late").start(() -> late(out));
        }));
    }

    private static void late(OutputStream out) {
        for (int i = 0; i < 1000; i++) {
            try {
                Thread.sleep(10);
                out.write("late".getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException | RuntimeException e) {
                // continues in spite of the error, which is its way to misbehave
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
