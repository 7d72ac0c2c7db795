package io.precinct.recurring.templates;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Transaction;
import io.precinct.recurring.schedule.Firing;
import io.precinct.rest.api.Refusal;
import java.time.Instant;
import java.time.LocalDate;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** The table of templates, inside a caller's transaction. */
public final class TemplateStore {
    /** The tables of this domain. */
    public static final Schema SCHEMA = Schema.of("recurring", TemplateStore.class, "001-recurring.sql");

    /** NOTIFY on it wakes the schedulers of all nodes. */
    public static final String CHANNEL = "recurring_template";

    private static final String INSERT = """
            INSERT INTO recurring.template (id, label, description, notes, details, enabled, next_due, next_occurrence,
                next_date, wake_at, waiting_for, created_at, updated_at)
            VALUES (:id, :label, :description, :notes, :details, :enabled, :next_due, :next_occurrence,
                :next_date, :next_due, :waiting_for, :created_at, :updated_at)
            """;

    /** After any change the attempts at the firing that is due start again. */
    private static final String UPDATE = """
            UPDATE recurring.template SET label = :label, description = :description, notes = :notes, details = :details,
                enabled = :enabled, next_due = :next_due, next_occurrence = :next_occurrence, next_date = :next_date,
                wake_at = :next_due, waiting_for = :waiting_for, looked_at = NULL, last_date = :last_date,
                last_fired = :last_fired, fire_count = :fire_count, attempts = 0, failing_since = NULL, failure = NULL,
                version = :version, field_versions = :field_versions, updated_at = :updated_at
            WHERE id = :id
            """;

    private static final String TRIGGERED = """
            UPDATE recurring.template SET last_fired = :now, fire_count = fire_count + 1, waiting_for = :waiting_for,
                looked_at = NULL, version = version + 1, updated_at = :now
            WHERE id = :id
            """;

    private static final String CLAIM = """
            SELECT * FROM recurring.template WHERE id = ? AND enabled AND next_due IS NOT NULL AND wake_at <= ?
            FOR UPDATE SKIP LOCKED
            """;

    private TemplateStore() {}

    /**
     * A template.
     *
     * @throws Refusal 404 {@code template_not_found}
     */
    static Template get(Transaction transaction, String id) {
        return transaction
                .select("SELECT * FROM recurring.template WHERE id = ?", id)
                .map(TemplateRows::template)
                .findOne()
                .orElseThrow(() -> Refusal.notFound("template", id));
    }

    /** A template, locked until the transaction ends, or null. */
    public static @Nullable Template lock(Transaction transaction, String id) {
        return one(transaction.select("SELECT * FROM recurring.template WHERE id = ? FOR UPDATE", id));
    }

    /** A template that is due, locked until the transaction ends; null if it is not due, or locked by another node. */
    public static @Nullable Template claim(Transaction transaction, String id, Instant now) {
        return one(transaction.select(CLAIM, id, now));
    }

    private static @Nullable Template one(Query query) {
        return query.map(TemplateRows::template).findOne().orElse(null);
    }

    /** Stores a new template. */
    static void insert(Transaction transaction, Template template) {
        bound(transaction.createUpdate(INSERT), template)
                .bind("created_at", template.createdAt())
                .execute();
        wake(transaction);
    }

    /** Stores what a locked template became. */
    static void update(Transaction transaction, Template template) {
        var versions = Data.mapBuilder();
        template.fieldVersions().forEach(versions::put);
        bound(transaction.createUpdate(UPDATE), template)
                .bind("last_date", template.lastDate())
                .bind("last_fired", template.lastFired())
                .bind("fire_count", template.fireCount())
                .bind("version", template.version())
                .bind("field_versions", Json.compact(versions.build()))
                .execute();
        wake(transaction);
    }

    private static Update bound(Update update, Template template) {
        TemplateContent content = template.content();
        Firing next = template.next();
        return update.bind("id", template.id())
                .bind("label", (String) content.caseFields().get("label"))
                .bind("description", content.description())
                .bind("notes", (String) content.caseFields().get("notes"))
                .bind("details", TemplateRows.details(content))
                .bind("enabled", content.enabled())
                .bind("next_due", next == null ? null : next.at())
                .bind("next_occurrence", next == null ? null : next.occurrence())
                .bind("next_date", next == null ? (LocalDate) null : next.date())
                .bind("waiting_for", template.waitingFor())
                .bind("updated_at", template.updatedAt());
    }

    /** Counts a case that was requested; the planned firing is unchanged. */
    static void triggered(Transaction transaction, Template template, String caseId, Instant now) {
        boolean waits = template.waitingFor() != null && template.next() == null;
        transaction
                .createUpdate(TRIGGERED)
                .bind("id", template.id())
                .bind("waiting_for", waits ? caseId : template.waitingFor())
                .bind("now", now)
                .execute();
        wake(transaction);
    }

    static void delete(Transaction transaction, String id) {
        transaction.execute("DELETE FROM recurring.template WHERE id = ?", id);
    }

    /** Tells the schedulers of all nodes once the transaction commits. */
    private static void wake(Transaction transaction) {
        transaction.execute("SELECT pg_notify(?, '')", CHANNEL);
    }
}
