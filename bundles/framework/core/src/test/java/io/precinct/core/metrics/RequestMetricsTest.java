package io.precinct.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestMetricsTest {
    private final RequestMetrics metrics = new RequestMetrics();

    private List<Sample> samples(String family) {
        return metrics.collect(0, 0).stream()
                .filter(each -> each.name().equals(family))
                .map(Family::samples)
                .findFirst()
                .orElseThrow();
    }

    private Sample.Histogram histogram(String family) {
        assertThat(samples(family)).hasSize(1);
        return (Sample.Histogram) samples(family).getFirst();
    }

    @Test
    void aRouteThatWasNeverUsedHasOnlyTheCountOfItsFaults() {
        metrics.route("quiet");

        assertThat(samples("precinct_route_seconds")).isEmpty();
        assertThat(samples("precinct_verify_scenarios")).isEmpty();
        assertThat(samples("precinct_requests"))
                .containsExactly(new Sample.Value(Map.of("route", "quiet", "status", "5xx"), 0));
    }

    @Test
    void aBoundaryThatWasNeverCrossedHasOnlyTheCountsOfItsFaults() {
        metrics.boundary("quiet");

        assertThat(samples("precinct_boundary_seconds")).isEmpty();
        assertThat(samples("precinct_boundary_errors"))
                .containsExactly(new Sample.Value(Map.of("boundary", "quiet"), 0));
        assertThat(samples("precinct_boundary_drifts"))
                .containsExactly(new Sample.Value(Map.of("boundary", "quiet"), 0));
    }

    @Test
    void aRouteThatWasUsedHasAllClassesAndRequestsWhoseClientLeftAreApart() {
        RouteMetrics route = metrics.route("used");
        route.answered(200, 1_000_000);
        route.answered(404, 1_000_000);
        route.left(2_000_000_000);

        assertThat(samples("precinct_requests"))
                .extracting(sample -> sample.labels().get("status"), sample -> ((Sample.Value) sample).value())
                .containsExactly(
                        tuple("2xx", 1.0), tuple("3xx", 0.0), tuple("4xx", 1.0), tuple("5xx", 0.0), tuple("499", 1.0));
        assertThat(Arrays.stream(histogram("precinct_route_seconds").counts()).sum())
                .isEqualTo(3);
    }

    @Test
    void thePageHasFewerBoundsAndLosesNoDuration() {
        BoundaryMetrics boundary = metrics.boundary("used");
        long[] durations = {
            1, 10_000, 100_000, 100_001, 500_000, 1_000_000, 1_000_001, 7_000_000, 250_000_000, 2_000_000_000, 1L << 40
        };
        for (long duration : durations) {
            boundary.crossed(duration);
        }

        Sample.Histogram page = histogram("precinct_boundary_seconds");
        assertThat(page.bounds()).hasSizeLessThan(LatencyHistogram.BOUNDS_IN_SECONDS.size());
        assertThat(page.counts()).hasSize(page.bounds().length + 1);
        long below = 0;
        for (int i = 0; i < page.bounds().length; i++) {
            double bound = page.bounds()[i];
            below += page.counts()[i];
            assertThat(below)
                    .as("up to " + bound)
                    .isEqualTo(Arrays.stream(durations)
                            .filter(duration -> duration / 1e9 <= bound)
                            .count());
        }
        assertThat(below + page.counts()[page.bounds().length]).isEqualTo(durations.length);
    }
}
