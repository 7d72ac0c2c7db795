package io.precinct.config;

import io.precinct.core.api.config.Problem;
import io.precinct.core.api.metrics.MetricSource;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * For each configuration file, by its name: whether its last reading took effect, since when that is so, and when a
 * reading last did. Thread-safe.
 */
final class FileReadings implements MetricSource {
    private final Map<String, Reading> readings = new TreeMap<>();

    /**
     * The state of a file.
     *
     * @param errors why it is refused; empty if the last reading took effect
     * @param since when its first reading in a row was refused or took effect
     * @param taken when a reading last took effect, or null
     */
    private record Reading(
            List<Problem> errors,
            boolean good,
            Instant since,
            @Nullable Instant taken) {}

    /** A file that is refused: what was read before stays in use. */
    record Refused(String file, List<Problem> errors, Instant since) {}

    /**
     * Notes a reading.
     *
     * @param good whether it takes effect
     * @param problems its errors, and warnings, which do not count
     * @return whether the file was refused before, and no longer is
     */
    synchronized boolean read(Path file, boolean good, List<Problem> problems) {
        String name = String.valueOf(file.getFileName());
        Reading before = readings.get(name);
        Instant now = Instant.now();
        readings.put(
                name,
                new Reading(
                        problems.stream()
                                .filter(problem -> !good && !problem.warning())
                                .toList(),
                        good,
                        before != null && before.good == good ? before.since : now,
                        good ? now : before == null ? null : before.taken));
        return good && before != null && !before.good;
    }

    /** Forgets a file that nobody reads any more. */
    synchronized void forget(Path file) {
        readings.remove(String.valueOf(file.getFileName()));
    }

    /** The refused files, by name. */
    synchronized List<Refused> refused() {
        var refused = new ArrayList<Refused>();
        readings.forEach((name, reading) -> {
            if (!reading.good) {
                refused.add(new Refused(name, reading.errors, reading.since));
            }
        });
        return refused;
    }

    @Override
    public synchronized List<Family> collect() {
        var successful = new ArrayList<Sample>();
        var seconds = new ArrayList<Sample>();
        readings.forEach((name, reading) -> {
            Map<String, String> labels = Map.of("file", name);
            successful.add(new Sample.Value(labels, reading.good ? 1 : 0));
            if (reading.taken != null) {
                seconds.add(new Sample.Value(labels, reading.taken.toEpochMilli() / 1000.0));
            }
        });
        return List.of(
                new Family(
                        "precinct_config_last_reload_successful",
                        Type.GAUGE,
                        "1 if the last reading of a configuration file took effect, 0 if the file is refused.",
                        successful),
                new Family(
                        "precinct_config_last_reload_seconds",
                        Type.GAUGE,
                        "When a reading of a configuration file last took effect, in Unix time.",
                        seconds));
    }
}
