package io.precinct.core.api.metrics;

import java.util.List;
import java.util.Map;

/** Contributes figures to the metrics page; registered as a service. Thread-safe, cheap to read. */
public interface MetricSource {
    /** The current figures. */
    List<Family> collect();

    /**
     * Samples of one metric.
     *
     * @param name with its unit, in the form of Prometheus, without {@code _total}: {@code precinct_requests}
     * @param type counter, gauge or histogram
     * @param help one sentence
     * @param samples each with labels of its own
     */
    record Family(String name, Type type, String help, List<Sample> samples) {
        /**
         * A counter with one figure, which has no labels.
         *
         * @since 1.1
         */
        public static Family counter(String name, String help, double value) {
            return new Family(name, Type.COUNTER, help, List.of(new Sample.Value(Map.of(), value)));
        }

        /**
         * A gauge with one figure, which has no labels.
         *
         * @since 1.1
         */
        public static Family gauge(String name, String help, double value) {
            return new Family(name, Type.GAUGE, help, List.of(new Sample.Value(Map.of(), value)));
        }
    }

    /** Kinds of metric. */
    enum Type {
        /** Only grows. */
        COUNTER,
        /** Goes up and down. */
        GAUGE,
        /** Counts by upper bound. */
        HISTOGRAM
    }

    /** A figure with its labels. */
    sealed interface Sample {
        /** Names and values, in order. */
        Map<String, String> labels();

        /** A counter's or a gauge's figure. */
        record Value(Map<String, String> labels, double value) implements Sample {}

        /**
         * A histogram.
         *
         * @param bounds upper bounds in ascending order, without infinity
         * @param counts how many fell into each, not cumulative; one more than bounds
         * @param sum of all observations
         */
        record Histogram(Map<String, String> labels, double[] bounds, long[] counts, double sum) implements Sample {}
    }
}
