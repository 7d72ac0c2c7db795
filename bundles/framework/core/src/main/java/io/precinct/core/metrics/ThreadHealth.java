package io.precinct.core.metrics;

import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.thread.LongLived;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** Health check of the long-lived background threads: reports those that fail again and again. */
@Component
public final class ThreadHealth implements HealthCheck {
    @Override
    public String subject() {
        return "threads";
    }

    @Override
    public Verdict check() {
        List<String> failing = LongLived.failing();
        return failing.isEmpty()
                ? Verdict.up("every thread that works in the background does")
                : new Verdict(
                        Status.DOWN,
                        "threads in the background fail again and again; the log has the reasons",
                        Map.of("failing", failing));
    }
}
