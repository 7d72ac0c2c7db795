package io.precinct.deploy.status;

import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.deploy.leak.LoaderWatch;
import io.precinct.deploy.records.Journal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The metrics of hot deployment. Thread-safe. */
public final class DeployFigures implements MetricSource {
    private final Journal journal;
    private final LoaderWatch loaders;

    public DeployFigures(Journal journal, LoaderWatch loaders) {
        this.journal = journal;
        this.loaders = loaders;
    }

    @Override
    public List<Family> collect() {
        return List.of(
                new Family(
                        "precinct_deployments",
                        Type.COUNTER,
                        "Deployments since the start, by how they ended.",
                        deployments()),
                new Family(
                        "precinct_generations_alive",
                        Type.GAUGE,
                        "Class loaders of generations that were taken out of service, or refused, and are still in memory.",
                        alive()));
    }

    private List<Sample> deployments() {
        Map<Result, Long> counts = journal.counts();
        return Arrays.stream(Result.values())
                .filter(result -> result != Result.WOULD_DEPLOY)
                .<Sample>map(result ->
                        new Sample.Value(Map.of("result", result.wireName()), counts.getOrDefault(result, 0L)))
                .toList();
    }

    private List<Sample> alive() {
        return loaders.alive().entrySet().stream()
                .<Sample>map(alive -> new Sample.Value(Map.of("bundle", alive.getKey()), alive.getValue()))
                .toList();
    }
}
