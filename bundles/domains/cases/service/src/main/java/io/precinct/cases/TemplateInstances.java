package io.precinct.cases;

import io.precinct.cases.api.Cases.Instances;
import io.precinct.cases.query.Sql;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.TaskRows;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the cases created from a template, sorted by recurrence date, then by creation time, newest first. The
 * query walks the index {@code task_template}. Cases without a recurrence date come first.
 */
record TemplateInstances(String templateId, @Nullable Key after, int limit) {
    private static final String OF_TEMPLATE = " FROM cases.task t WHERE t.recurring_template_id = ?";
    private static final String NEWEST_FIRST =
            " ORDER BY t.recurrence_date DESC NULLS FIRST, t.created_at DESC, t.id DESC LIMIT ?";

    /** The sort key of a case. */
    private record Key(@Nullable LocalDate date, OffsetDateTime createdAt, String id) {}

    /**
     * Returns the page that follows the given key, or the first page if {@code after} is null.
     *
     * @throws IllegalArgumentException if {@code after} is not a valid key
     */
    static TemplateInstances of(String templateId, @Nullable List<? extends @Nullable Object> after, int limit) {
        return new TemplateInstances(templateId, after == null ? null : key(after), limit);
    }

    private static Key key(List<? extends @Nullable Object> parts) {
        try {
            if (parts.size() == 3 && parts.get(1) instanceof String created && parts.get(2) instanceof String id) {
                Object date = parts.getFirst();
                return new Key(
                        date == null ? null : LocalDate.parse(date.toString()), OffsetDateTime.parse(created), id);
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("not the key of a case: " + parts, e);
        }
        throw new IllegalArgumentException("not the key of a case: " + parts);
    }

    Instances read(Transaction transaction) {
        Sql sql = Sql.of("SELECT " + TaskRows.COLUMNS + OF_TEMPLATE, templateId);
        if (after != null && after.date == null) {
            sql.add(" AND (t.recurrence_date IS NOT NULL OR (t.created_at, t.id) < (?, ?))", after.createdAt, after.id);
        } else if (after != null) {
            sql.add(" AND (t.recurrence_date, t.created_at, t.id) < (?, ?, ?)", after.date, after.createdAt, after.id);
        }
        List<Task> found = sql.add(NEWEST_FIRST, limit + 1)
                .query(transaction)
                .map((row, _) -> TaskRows.task(row))
                .list();
        long total = transaction
                .select("SELECT count(*)" + OF_TEMPLATE, templateId)
                .mapTo(Long.class)
                .one();
        boolean more = found.size() > limit;
        List<Task> shown = more ? found.subList(0, limit) : found;
        return new Instances(
                shown.stream().map(Task::toListData).toList(), total, more ? keyOf(shown.getLast()) : null);
    }

    private static List<@Nullable String> keyOf(Task last) {
        Object date = last.get(TaskField.RECURRENCE_DATE);
        return Arrays.asList(date == null ? null : date.toString(), Timestamps.text(last.createdAt()), last.id());
    }
}
