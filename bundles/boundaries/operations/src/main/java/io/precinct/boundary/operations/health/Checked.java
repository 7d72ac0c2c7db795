package io.precinct.boundary.operations.health;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.api.service.HealthCheck.Status;
import io.precinct.api.service.HealthCheck.Verdict;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The result of a check.
 *
 * @param subject subject of the check
 * @param bundle symbolic name of the bundle that runs the check
 * @param verdict verdict of the check
 */
public record Checked(String subject, String bundle, Verdict verdict) {
    /** A status as it is served. */
    public static final Schema STATUS =
            Schema.oneOf(Stream.of(Status.values()).map(Checked::wireName).toList());

    /** The result as it is served. */
    public static final View<Checked> VIEW = View.<Checked>object()
            .with("subject", Schema.text(), Checked::subject)
            .with("status", STATUS, checked -> wireName(checked.status()))
            .with("detail", Schema.text().orNull(), checked -> checked.verdict.detail())
            .with("bundle", Schema.text(), Checked::bundle)
            .with("facts", Schema.map(Schema.any()), checked -> checked.verdict.facts())
            .named("HealthCheck");

    /** The number of results of each status. */
    static final View<List<Checked>> COUNTS = counts();

    private static View<List<Checked>> counts() {
        View<List<Checked>> counts = View.object();
        for (Status status : Status.values()) {
            counts = counts.with(
                    wireName(status),
                    Schema.integer().atLeast(0),
                    checks -> checks.stream()
                            .filter(checked -> checked.status() == status)
                            .count());
        }
        return counts;
    }

    Status status() {
        return verdict.status();
    }

    /** Whether the subject of the check is ready for requests. */
    boolean isReady() {
        return status().compareTo(Status.DEGRADED) <= 0;
    }

    /** The worst status of several as it is served: down, waiting, degraded or up; up if there are none. */
    public static String worst(Collection<Checked> checks) {
        return wireName(checks.stream()
                .map(Checked::status)
                .max(Comparator.naturalOrder())
                .orElse(Status.UP));
    }

    /** The checks that are not up, each as {@code SUBJECT is STATUS since TIME: DETAIL}; not all of them know the time. */
    public static List<String> alarms(Collection<Checked> checks) {
        return checks.stream()
                .filter(checked -> checked.status() != Status.UP)
                .map(Checked::alarm)
                .toList();
    }

    private String alarm() {
        Object since = verdict.facts().get("since");
        return subject + " is " + wireName(status()) + (since == null ? "" : " since " + since) + ": "
                + verdict.detail();
    }

    /** {@code SUBJECT is STATUS (DETAIL)}. */
    @Override
    public String toString() {
        return subject + " is " + wireName(status()) + " (" + verdict.detail() + ")";
    }

    private static String wireName(Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }
}
