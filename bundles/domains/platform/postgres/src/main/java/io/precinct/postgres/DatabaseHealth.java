package io.precinct.postgres;

import io.precinct.api.data.Data;
import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.postgres.pool.Pool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The health check and the metrics of the database. Thread-safe. */
final class DatabaseHealth implements HealthCheck, MetricSource {
    private volatile @Nullable PooledDatabases databases;

    void watch(PooledDatabases started) {
        databases = started;
    }

    @Override
    public String subject() {
        return "database";
    }

    @Override
    public Verdict check() {
        PooledDatabases running = databases;
        if (running == null) {
            return Verdict.waiting("it waits for the configuration");
        }
        Optional<String> problem = running.problem();
        if (problem.isPresent()) {
            return new Verdict(Status.DOWN, problem.get(), facts(running));
        }
        Optional<String> pending = running.pending();
        List<String> faults = running.faults();
        if (pending.isEmpty() && !faults.isEmpty()) {
            // The bundles that need these schemas refuse their own requests; everything else serves.
            return new Verdict(Status.DEGRADED, String.join("; ", faults), facts(running));
        }
        // A full disk is reported as up with a note: neither a restart nor sending requests elsewhere frees space, and
        // reads still work.
        String fine = running.pool().isDiskFull()
                ? "the disk of the database is full: reads go on, writes fail until there is room again"
                : "every schema is there";
        return pending.map(why -> new Verdict(Status.WAITING, why, facts(running)))
                .orElseGet(() -> new Verdict(Status.UP, fine, facts(running)));
    }

    private static Map<String, @Nullable Object> facts(PooledDatabases running) {
        Pool.Figures pool = running.pool().figures();
        return Data.map(
                "schemas", running.migrations().schemas(),
                "connections", pool.size(),
                "in_use", pool.inUse(),
                "waiting", pool.waiting(),
                "reconnects", running.reconnects(),
                "disk_full", running.pool().isDiskFull());
    }

    @Override
    public List<Family> collect() {
        PooledDatabases running = databases;
        if (running == null) {
            return List.of();
        }
        Pool.Figures pool = running.pool().figures();
        return List.of(
                Family.gauge(
                        "precinct_database_up",
                        "1 where the database answers.",
                        running.absence().isEmpty() ? 1 : 0),
                Family.gauge(
                        "precinct_database_disk_full",
                        "1 where the last write found no room on the disk.",
                        running.pool().isDiskFull() ? 1 : 0),
                Family.gauge("precinct_database_connections_in_use", "Connections that work.", pool.inUse()),
                Family.gauge("precinct_database_connections_idle", "Connections that wait for work.", pool.idle()),
                Family.gauge("precinct_database_connections_limit", "Most connections at a time.", pool.size()),
                Family.gauge("precinct_database_waiting", "Callers that wait for a connection.", pool.waiting()),
                Family.counter("precinct_database_transactions", "Transactions begun.", pool.transactions()),
                Family.counter(
                        "precinct_database_retries", "Transactions that the database asked to repeat.", pool.retries()),
                Family.counter(
                        "precinct_database_unavailable", "Work that the database could not do.", pool.refusals()),
                Family.counter("precinct_database_reconnects", "Times the server came back.", running.reconnects()));
    }
}
