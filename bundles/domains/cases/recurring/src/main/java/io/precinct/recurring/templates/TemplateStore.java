package io.precinct.recurring.templates;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.postgres.api.Transaction;
import io.precinct.recurring.schedule.Firing;
import io.precinct.rest.api.Column;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Row;
import io.precinct.rest.api.Table;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Reads and writes the table of templates, inside a caller's transaction. */
public final class TemplateStore {
    /** The channel on which NOTIFY wakes the schedulers of all nodes. */
    public static final String CHANNEL = "recurring_template";

    private static final Column<Instant> NEXT_OCCURRENCE = Column.of("next_occurrence", Type.time());
    private static final Column<LocalDate> NEXT_DATE = Column.of("next_date", Type.date());
    private static final Column<LocalDate> LAST_DATE = Column.of("last_date", Type.date());
    private static final Column<Instant> WAKE_AT = Column.of("wake_at", Type.time());
    /** The case whose completion a template waits for. */
    public static final Column<String> WAITING_FOR = Column.of("waiting_for", Type.text());

    private static final Column<Long> ATTEMPTS = Column.of("attempts", Type.count());
    private static final Column<Instant> FAILING_SINCE = Column.of("failing_since", Type.time());
    private static final Column<String> FAILURE = Column.of("failure", Type.text());
    private static final Column<Object> FIELD_VERSIONS = Column.of("field_versions", Type.plain(Schema.any()));

    /** The table; members that no query needs are stored in the column {@code details}. */
    static final Table<Template> TABLE = Table.of(
                    "recurring.template", Template.RESOURCE, Template.ID, TemplateStore::template)
            .with(
                    NEXT_OCCURRENCE,
                    NEXT_DATE,
                    LAST_DATE,
                    WAKE_AT,
                    WAITING_FOR,
                    ATTEMPTS,
                    FAILING_SINCE,
                    FAILURE,
                    FIELD_VERSIONS)
            .document("details");

    private static final String INSERT = """
            INSERT INTO recurring.template (id, %s, next_due, next_occurrence,
                next_date, wake_at, waiting_for, created_at, updated_at)
            VALUES (:id, %s, :next_due, :next_occurrence,
                :next_date, :next_due, :waiting_for, :created_at, :updated_at)
            """.formatted(TABLE.givenColumns(), TABLE.givenValues());

    /** Resets the attempts of the due firing: after any change they start again. */
    private static final String UPDATE = """
            UPDATE recurring.template SET %s, next_due = :next_due, next_occurrence = :next_occurrence,
                next_date = :next_date, wake_at = :next_due, waiting_for = :waiting_for, looked_at = NULL,
                last_date = :last_date, last_fired = :last_fired, fire_count = :fire_count, attempts = 0,
                failing_since = NULL, failure = NULL, version = :version, field_versions = :field_versions,
                updated_at = :updated_at
            WHERE id = :id
            """.formatted(TABLE.assignments());

    private static final String TRIGGERED = """
            UPDATE recurring.template SET last_fired = :now, fire_count = fire_count + 1, waiting_for = :waiting_for,
                looked_at = NULL, version = version + 1, updated_at = :now
            WHERE id = :id
            """;

    private static final String CLAIM = TABLE.select() + """
             WHERE id = ? AND enabled AND next_due IS NOT NULL AND wake_at <= ?
            FOR UPDATE SKIP LOCKED
            """;

    private TemplateStore() {}

    /**
     * Returns a template.
     *
     * @throws Refusal 404 {@code template_not_found}
     */
    static Template get(Transaction transaction, String id) {
        Template template = TABLE.find(transaction, id);
        if (template == null) {
            throw Refusal.notFound("template", id);
        }
        return template;
    }

    /** Locks a template until the transaction ends and returns it, or null. */
    public static @Nullable Template lock(Transaction transaction, String id) {
        return TABLE.lock(transaction, id);
    }

    /**
     * Locks a due template until the transaction ends and returns it; null if it is not due, or another node has locked
     * it.
     */
    public static @Nullable Template claim(Transaction transaction, String id, Instant now) {
        return transaction.select(CLAIM, id, now).map(TABLE::map).findOne().orElse(null);
    }

    private static Template template(Row row) throws SQLException {
        Instant due = row.get(Template.NEXT_DUE);
        Instant occurrence = row.get(NEXT_OCCURRENCE);
        LocalDate date = row.get(NEXT_DATE);
        return new Template(
                row.need(Template.ID),
                TemplateContent.of(row.given()),
                due == null || occurrence == null || date == null ? null : new Firing(date, occurrence, due),
                row.get(LAST_DATE),
                row.get(Template.LAST_FIRED),
                row.need(Template.FIRE_COUNT),
                row.get(WAITING_FOR),
                failure(row),
                row.need(Template.VERSION),
                versions(row.need(FIELD_VERSIONS)),
                row.need(Template.CREATED_AT),
                row.need(Template.UPDATED_AT));
    }

    private static Template.@Nullable Failure failure(Row row) throws SQLException {
        String error = row.get(FAILURE);
        Instant retry = row.get(WAKE_AT);
        return error == null || retry == null
                ? null
                : new Template.Failure(Math.toIntExact(row.need(ATTEMPTS)), row.need(FAILING_SINCE), retry, error);
    }

    private static Map<String, Long> versions(Object stored) {
        Map<String, Long> versions = new HashMap<>();
        if (stored instanceof Map<?, ?> map) {
            map.forEach((field, version) ->
                    versions.put(String.valueOf(field), version instanceof Number n ? n.longValue() : 0L));
        }
        return versions;
    }

    /** Inserts a new template. */
    static void insert(Transaction transaction, Template template) {
        bound(transaction.createUpdate(INSERT), template)
                .bind(Template.CREATED_AT.name(), template.createdAt())
                .execute();
        wake(transaction);
    }

    /** Writes the new state of a locked template. */
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
        Firing next = template.next();
        return TABLE.bind(update, template.content().values())
                .bind("id", template.id())
                .bind("next_due", next == null ? null : next.at())
                .bind("next_occurrence", next == null ? null : next.occurrence())
                .bind("next_date", next == null ? (LocalDate) null : next.date())
                .bind(WAITING_FOR.name(), template.waitingFor())
                .bind(Template.UPDATED_AT.name(), template.updatedAt());
    }

    /**
     * Counts a case that was generated by hand; the planned firing is unchanged. If the template waits for a
     * completion, it now waits for this case.
     */
    static void triggered(Transaction transaction, Template template, String caseId, Instant now) {
        boolean waits = template.waitingFor() != null && template.next() == null;
        transaction
                .createUpdate(TRIGGERED)
                .bind("id", template.id())
                .bind(WAITING_FOR.name(), waits ? caseId : template.waitingFor())
                .bind("now", now)
                .execute();
        wake(transaction);
    }

    static void delete(Transaction transaction, String id) {
        transaction.execute("DELETE FROM recurring.template WHERE id = ?", id);
    }

    /** Wakes the schedulers of all nodes when the transaction commits. */
    private static void wake(Transaction transaction) {
        transaction.execute("SELECT pg_notify(?, '')", CHANNEL);
    }
}
