package org.example.lending;

import io.precinct.core.api.metrics.MetricSource;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;

/** What this process did, for {@code /metrics}. Thread-safe. */
@Component(service = {LendingFigures.class, MetricSource.class})
public final class LendingFigures implements MetricSource {
    private final LongAdder loans = new LongAdder();
    private final LongAdder refusals = new LongAdder();

    void lent() {
        loans.increment();
    }

    void refused() {
        refusals.increment();
    }

    @Override
    public List<Family> collect() {
        return List.of(
                Family.counter("lending_loans", "Tools that were lent.", loans.sum()),
                Family.counter(
                        "lending_refused_deliveries",
                        "Deliveries without the signature of the return box.",
                        refusals.sum()));
    }
}
