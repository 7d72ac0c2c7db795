package io.precinct.recurring.firing;

import io.precinct.core.api.metrics.MetricSource.Family;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counters and gauges of this node's scheduler. Thread-safe. */
final class SchedulerCounters {
    final LongAdder fired = new LongAdder();
    final LongAdder skipped = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder lists = new LongAdder();
    final LongAdder listFailures = new LongAdder();

    /** Number of templates on all nodes whose firing currently fails, as of the last round. */
    volatile long failing;

    /** Number of cases on all nodes that still lack their checklists, as of the last round. */
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
