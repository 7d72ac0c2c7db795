package io.precinct.boundary.operations.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;

import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.metrics.MetricSource.Family;
import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.testing.AnyText;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quicktheories.core.Gen;

class MetricTextTest {
    private static Family family(String name, MetricSource.Type type, Sample... samples) {
        return new Family(name, type, "Some help.", List.of(samples));
    }

    @Test
    void aCounterEndsOnTotalAndOpenMetricsNamesItsFamilyWithout() {
        Family counter = family("a_requests", MetricSource.Type.COUNTER, new Sample.Value(Map.of("route", "echo"), 12));

        assertThat(MetricText.prometheus(List.of(counter))).isEqualTo("""
                # HELP a_requests_total Some help.
                # TYPE a_requests_total counter
                a_requests_total{route="echo"} 12
                """);
        assertThat(MetricText.openMetrics(List.of(counter))).isEqualTo("""
                # HELP a_requests Some help.
                # TYPE a_requests counter
                a_requests_total{route="echo"} 12
                # EOF
                """);
    }

    @Test
    void aHistogramIsCumulatedUpToInfinity() {
        Family histogram = family(
                "a_seconds",
                MetricSource.Type.HISTOGRAM,
                new Sample.Histogram(Map.of("route", "x"), new double[] {0.005, 1}, new long[] {3, 2, 1}, 4.5));

        assertThat(MetricText.prometheus(List.of(histogram))).isEqualTo("""
                # HELP a_seconds Some help.
                # TYPE a_seconds histogram
                a_seconds_bucket{route="x",le="0.005"} 3
                a_seconds_bucket{route="x",le="1.0"} 5
                a_seconds_bucket{route="x",le="+Inf"} 6
                a_seconds_sum{route="x"} 4.5
                a_seconds_count{route="x"} 6
                """);
    }

    @Test
    void valuesAreWrittenAsBothFormatsReadThem() {
        Family gauge = family(
                "a",
                MetricSource.Type.GAUGE,
                new Sample.Value(Map.of(), 1e15),
                new Sample.Value(Map.of(), -0.25),
                new Sample.Value(Map.of(), Double.NaN),
                new Sample.Value(Map.of(), Double.POSITIVE_INFINITY),
                new Sample.Value(Map.of(), Double.NEGATIVE_INFINITY));

        assertThat(MetricText.prometheus(List.of(gauge)).lines().skip(2))
                .containsExactly("a 1000000000000000", "a -0.25", "a NaN", "a +Inf", "a -Inf");
    }

    @Test
    void aLabelNeverLeavesItsLineOrItsQuotes() {
        Gen<String> values = AnyText.upTo(255).mix(AnyText.of("a\"\\\n", 12));
        qt().withExamples(200).forAll(values).checkAssert(value -> {
            Family gauge = family("a", MetricSource.Type.GAUGE, new Sample.Value(new TreeMap<>(Map.of("l", value)), 1));
            String text = MetricText.openMetrics(List.of(gauge));
            String line = text.substring(text.indexOf("a{"));

            assertThat(line).startsWith("a{l=\"").endsWith("\"} 1\n# EOF\n");
            String inside = line.substring(5, line.length() - 11);
            assertThat(inside.replace("\\\\", "").replace("\\\"", "").replace("\\n", ""))
                    .doesNotContain("\"")
                    .doesNotContain("\n")
                    .doesNotContain("\\");
        });
    }

    @Test
    void aFamilyWithANameThatPrometheusCannotReadIsNotWritable() {
        assertThat(MetricText.writable(family("a.b", MetricSource.Type.GAUGE))).isFalse();
        assertThat(MetricText.writable(family("a", MetricSource.Type.GAUGE, new Sample.Value(Map.of("x-y", ""), 1))))
                .isFalse();
        assertThat(MetricText.writable(family("a:b_2", MetricSource.Type.GAUGE, new Sample.Value(Map.of("_x", ""), 1))))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "none | false",
                "*/* | false",
                "text/plain | false",
                "application/openmetrics-text | true",
                "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1 | true",
                "application/openmetrics-text;q=0.2, text/plain | false",
                "application/openmetrics-text;q=0 | false"
            })
    void openMetricsIsForThoseThatAskForItByName(String accept, boolean expected) {
        assertThat(MetricsPage.asksForOpenMetrics(accept)).isEqualTo(expected);
    }
}
