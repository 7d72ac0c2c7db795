package io.precinct.cases.current;

import io.precinct.api.data.Data;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.TaskRows;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page of a stack; the top is first unless the request sorts otherwise.
 *
 * @param items cases in the form that lists serve
 * @param total number of cases on the stack; 0 if the page is empty
 * @param last sort key of the last item if more follow, else null
 */
record StackList(
        List<Map<String, @Nullable Object>> items,
        long total,
        @Nullable List<@Nullable Object> last) {
    /** The names of the members of an item. */
    static final List<String> FIELDS =
            TaskField.names(TaskField.those(field -> field != TaskField.INVESTIGATION_NOTES));

    private static final String SELECT = "SELECT " + TaskRows.COLUMNS
            + ", s.position, (SELECT count(*) FROM cases.stack a WHERE a.principal = s.principal)"
            + " FROM cases.stack s JOIN cases.task t ON t.id = s.task_id"
            + " WHERE s.principal = ? AND s.position %s ? ORDER BY s.position %s LIMIT ?";

    /**
     * Returns the position after which the page begins, or null for the first page. Adds a fault if the cursor is not a
     * position.
     */
    static @Nullable Long position(Form query, ListRequest page) {
        if (page.after() == null) {
            return null;
        }
        if (page.after().getFirst() instanceof Number position) {
            return position.longValue();
        }
        query.fault(ListRequest.FOREIGN_CURSOR);
        return null;
    }

    private record Row(Task task, long position, long total) {}

    static StackList of(Transaction transaction, String principal, @Nullable Long after, ListRequest page) {
        boolean down = page.descending();
        long from = after != null ? after : down ? Long.MAX_VALUE : Long.MIN_VALUE;
        String sql = SELECT.formatted(down ? "<" : ">", down ? "DESC" : "ASC");
        List<Row> rows = transaction
                .select(sql, principal, from, page.limit() + 1)
                .map((row, _) -> new Row(
                        TaskRows.task(row),
                        row.getLong(TaskRows.COLUMN_COUNT + 1),
                        row.getLong(TaskRows.COLUMN_COUNT + 2)))
                .list();
        boolean more = rows.size() > page.limit();
        List<Row> shown = more ? rows.subList(0, page.limit()) : rows;
        return new StackList(
                shown.stream().map(Row::task).map(Task::toListData).toList(),
                rows.isEmpty() ? 0 : rows.getFirst().total(),
                more ? Data.list(shown.getLast().position()) : null);
    }
}
