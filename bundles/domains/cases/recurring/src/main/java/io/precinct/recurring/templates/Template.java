package io.precinct.recurring.templates;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.postgres.api.Timestamps;
import io.precinct.recurring.schedule.Firing;
import io.precinct.rest.api.Refusal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A template as it is stored.
 *
 * @param id {@code recurring-<uuid>}
 * @param content what a client says of it
 * @param next the next firing; null if it is disabled, its schedule has ended or it waits for a completion
 * @param lastDate the newest date that was fired on schedule
 * @param lastFired when it last generated a case, by hand or on schedule
 * @param fireCount how many cases it generated
 * @param waitingFor the case whose completion the next occurrence follows, or null
 * @param failure why the firing that is due did not succeed, or null
 * @param version counts every change of what is shown
 * @param fieldVersions the version that last changed a field; absent: the first
 */
public record Template(
        String id,
        TemplateContent content,
        @Nullable Firing next,
        @Nullable LocalDate lastDate,
        @Nullable Instant lastFired,
        long fireCount,
        @Nullable String waitingFor,
        @Nullable Failure failure,
        long version,
        Map<String, Long> fieldVersions,
        Instant createdAt,
        Instant updatedAt) {
    /** As the first of its kind, so that every version is above it. */
    static final long FIRST_VERSION = 1;

    public Template {
        fieldVersions = Map.copyOf(fieldVersions);
    }

    /**
     * A firing that does not succeed.
     *
     * @param attempts how often it was tried
     * @param since when it was first tried
     * @param retryAt when it is tried again
     * @param error for people
     */
    public record Failure(int attempts, Instant since, Instant retryAt, String error) {
        private static final int LONGEST = 500;

        /** What to say of an exception, for people: never a stack trace. */
        public static String told(Throwable thrown) {
            String message = String.valueOf(thrown.getMessage());
            String told =
                    thrown instanceof Refusal ? message : thrown.getClass().getSimpleName() + ": " + message;
            return told.length() <= LONGEST ? told : told.substring(0, LONGEST) + "…";
        }
    }

    /** A time as JSON has it, to the millisecond. */
    static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : Timestamps.text(instant);
    }

    /** As {@code GET} answers it; {@code failure} is there only while it fails. */
    public Map<String, @Nullable Object> toData() {
        MapBuilder data = Data.mapBuilder()
                .put("id", id)
                .putAll(content.toData())
                .put("next_due", time(next == null ? null : next.at()))
                .put("last_fired", time(lastFired))
                .put("fire_count", fireCount)
                .put("version", version)
                .put("created_at", time(createdAt))
                .put("updated_at", time(updatedAt));
        if (failure != null) {
            data.put(
                    "failure",
                    Data.map(
                            "attempts", failure.attempts(),
                            "since", time(failure.since()),
                            "retry_at", time(failure.retryAt()),
                            "error", failure.error()));
        }
        return data.build();
    }
}
