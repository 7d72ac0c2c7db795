package io.precinct.recurring.firing;

import io.precinct.core.api.metrics.MetricSource.Family;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What this node's scheduler did. Thread-safe. */
final class SchedulerCounters {
    final LongAdder fired = new LongAdder();
    final LongAdder skipped = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder lists = new LongAdder();
    final LongAdder listFailures = new LongAdder();

    /** Templates, of all nodes, whose firing fails at present; as of the last round. */
    volatile long failing;

    /** Cases, of all nodes, that still lack their checklists; as of the last round. */
    volatile long listsPending;

    List<Family> collect() {
        return List.of(
                Family.counter(
                        "precinct_recurring_firings", "Cases that this node generated on schedule.", fired.sum()),
                Family.counter(
                        "precinct_recurring_skipped", "Missed occurrences that catching up left out.", skipped.sum()),
                Family.counter(
                        "precinct_recurring_failures", "Firings that failed and are tried again.", failures.sum()),
                Family.counter("precinct_recurring_checklists", "Checklists made for generated cases.", lists.sum()),
                Family.counter(
                        "precinct_recurring_checklist_failures",
                        "Checklists that failed, tried again.",
                        listFailures.sum()),
                Family.gauge(
                        "precinct_recurring_templates_failing", "Templates whose firing fails at present.", failing),
                Family.gauge(
                        "precinct_recurring_checklists_pending", "Cases that still lack checklists.", listsPending));
    }
}
