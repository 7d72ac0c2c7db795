package io.precinct.recurring.firing;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Transaction;
import io.precinct.recurring.DomainServices;
import io.precinct.recurring.RecurringSettings;
import io.precinct.recurring.schedule.Firing;
import io.precinct.recurring.templates.Template;
import io.precinct.recurring.templates.TemplateStore;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether the instances that templates wait for are done. Each is checked every few seconds and by one node at a
 * time. An archived or deleted instance counts as done, since its template would otherwise wait for ever.
 */
final class Completions {
    private static final Logger LOG = LoggerFactory.getLogger(Completions.class);

    private static final String LOOK = """
            UPDATE recurring.template SET looked_at = :now WHERE id IN (
                SELECT id FROM recurring.template
                WHERE enabled AND waiting_for IS NOT NULL AND next_due IS NULL
                    AND (looked_at IS NULL OR looked_at <= :before)
                ORDER BY looked_at NULLS FIRST LIMIT 50 FOR UPDATE SKIP LOCKED)
            RETURNING id, waiting_for
            """;
    private static final String PLAN = """
            UPDATE recurring.template SET next_due = :due, next_occurrence = :occurrence, next_date = :date, wake_at = :due,
                waiting_for = NULL, looked_at = NULL, version = version + 1, updated_at = :now
            WHERE id = :id AND waiting_for = :waiting_for AND enabled AND next_due IS NULL
            """;

    private final Database database;
    private final DomainServices domains;
    private final InstantSource clock;
    private final RecurringSettings settings;

    Completions(Database database, DomainServices domains, InstantSource clock, RecurringSettings settings) {
        this.database = database;
        this.domains = domains;
        this.clock = clock;
        this.settings = settings;
    }

    private record Wait(String templateId, String caseId) {}

    /** Checks all instances that are due for a check; returns true if a template got its next firing. */
    boolean round() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        List<Wait> waits = database.write(transaction -> transaction
                .createQuery(LOOK)
                .bind("now", now)
                .bind("before", now.minus(settings.now().poll()))
                .map((row, _) -> new Wait(row.getString(1), row.getString(2)))
                .list());
        boolean any = false;
        for (Wait wait : waits) {
            any |= look(wait, now);
        }
        return any;
    }

    private boolean look(Wait wait, Instant now) {
        try {
            Instant done = done(domains.cases().find(wait.caseId), now);
            return done != null && database.write(transaction -> plan(transaction, wait, done, now));
        } catch (DatabaseUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("whether {} is completed, which {} waits for, is not known", wait.caseId, wait.templateId, e);
            return false;
        }
    }

    private static boolean plan(Transaction transaction, Wait wait, Instant done, Instant now) {
        Template template = TemplateStore.lock(transaction, wait.templateId);
        if (template == null || !template.content().schedule().followsCompletion()) {
            return false;
        }
        Firing next = template.content().timetable().completed(done, template.lastDate());
        return transaction
                        .createUpdate(PLAN)
                        .bind("id", wait.templateId)
                        .bind(TemplateStore.WAITING_FOR.name(), wait.caseId)
                        .bind("due", next.at())
                        .bind("occurrence", next.occurrence())
                        .bind("date", next.date())
                        .bind("now", now)
                        .execute()
                > 0;
    }

    /** Returns when an instance was done, or null if it is not done. A deleted instance counts as done now. */
    private static @Nullable Instant done(@Nullable Map<String, @Nullable Object> instance, Instant now) {
        if (instance == null) {
            return now;
        }
        return switch (String.valueOf(instance.get("status"))) {
            case "completed" -> closed(instance, now);
            case "archived" -> time(instance.get("updated_at"), now);
            default -> null;
        };
    }

    private static Instant closed(Map<String, @Nullable Object> instance, Instant now) {
        Instant closed = null;
        if (instance.get("investigation_notes") instanceof List<?> notes) {
            for (Object note : notes) {
                if (note instanceof Map<?, ?> map && "closed".equals(map.get("event_type"))) {
                    closed = time(map.get("timestamp"), now);
                }
            }
        }
        return closed == null ? time(instance.get("updated_at"), now) : closed;
    }

    private static Instant time(@Nullable Object text, Instant otherwise) {
        try {
            return text == null
                    ? otherwise
                    : OffsetDateTime.parse(String.valueOf(text)).toInstant();
        } catch (DateTimeException e) {
            LOG.warn("a case has {} for a time", text, e);
            return otherwise;
        }
    }
}
