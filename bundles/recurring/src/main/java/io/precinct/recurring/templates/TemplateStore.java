package io.precinct.recurring.templates;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.postgres.api.Schema;
import io.precinct.recurring.schedule.Firing;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jdbi.v3.core.Handle;
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

    private TemplateStore() {}

    /** A template, or null. */
    public static @Nullable Template find(Handle handle, String id) {
        return handle.createQuery("SELECT * FROM recurring.template WHERE id = ?")
                .bind(0, id)
                .map(TemplateRows::template)
                .findOne()
                .orElse(null);
    }

    /** A template, locked until the transaction ends, or null. */
    public static @Nullable Template lock(Handle handle, String id) {
        return handle.createQuery("SELECT * FROM recurring.template WHERE id = ? FOR UPDATE")
                .bind(0, id)
                .map(TemplateRows::template)
                .findOne()
                .orElse(null);
    }

    /** A template that is due, locked until the transaction ends; null if it is not due, or locked by another node. */
    public static @Nullable Template claim(Handle handle, String id, Instant now) {
        return handle.createQuery("""
                        SELECT * FROM recurring.template WHERE id = ? AND enabled AND next_due IS NOT NULL AND wake_at <= ?
                        FOR UPDATE SKIP LOCKED
                        """)
                .bind(0, id)
                .bind(1, sql(now))
                .map(TemplateRows::template)
                .findOne()
                .orElse(null);
    }

    /** Stores a new template. */
    static void insert(Handle handle, Template template) {
        bound(handle.createUpdate(INSERT), template)
                .bind("created_at", sql(template.createdAt()))
                .execute();
        wake(handle);
    }

    /** Stores what a locked template became. */
    public static void update(Handle handle, Template template) {
        var versions = Data.mapBuilder();
        template.fieldVersions().forEach(versions::put);
        bound(handle.createUpdate(UPDATE), template)
                .bind("last_date", template.lastDate())
                .bind("last_fired", sql(template.lastFired()))
                .bind("fire_count", template.fireCount())
                .bind("version", template.version())
                .bind("field_versions", Json.compact(versions.build()))
                .execute();
        wake(handle);
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
                .bind("next_due", sql(next == null ? null : next.at()))
                .bind("next_occurrence", sql(next == null ? null : next.occurrence()))
                .bind("next_date", next == null ? (LocalDate) null : next.date())
                .bind("waiting_for", template.waitingFor())
                .bind("updated_at", sql(template.updatedAt()));
    }

    /** Counts a case that was requested; the planned firing is unchanged. */
    static void triggered(Handle handle, Template template, String caseId, Instant now) {
        boolean waits = template.waitingFor() != null && template.next() == null;
        handle.createUpdate(TRIGGERED)
                .bind("id", template.id())
                .bind("waiting_for", waits ? caseId : template.waitingFor())
                .bind("now", sql(now))
                .execute();
        wake(handle);
    }

    /** False if there was none. */
    static boolean delete(Handle handle, String id) {
        return handle.createUpdate("DELETE FROM recurring.template WHERE id = ?")
                        .bind(0, id)
                        .execute()
                > 0;
    }

    /** Tells the schedulers of all nodes once the transaction commits. */
    public static void wake(Handle handle) {
        handle.execute("SELECT pg_notify(?, '')", CHANNEL);
    }

    /** As a parameter of a statement. */
    public static @Nullable OffsetDateTime sql(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
