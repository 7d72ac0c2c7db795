package io.precinct.itests.hostile.ways;

import io.precinct.core.api.metrics.MetricSource;
import java.util.List;

/** Throws whenever its metrics are collected. */
public final class ThrowsMetrics extends HostileFamily implements MetricSource {
    @Override
    public List<Family> collect() {
        throw new IllegalStateException("hostile: no figures");
    }
}
