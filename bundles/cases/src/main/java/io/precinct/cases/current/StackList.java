package io.precinct.cases.current;

import io.precinct.api.data.Data;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.record.TaskRows;
import io.precinct.cases.record.Values;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/**
 * A page of a stack, the top first.
 *
 * @param items cases as lists answer them
 * @param total cases on the stack
 * @param last sort key of the last item where more follow, else null
 */
record StackList(
        List<Map<String, @Nullable Object>> items,
        long total,
        @Nullable List<@Nullable Object> last) {
    /** The members of an item. */
    static final List<String> FIELDS = fields();

    private static final String SELECT = "SELECT " + TaskRows.COLUMNS
            + ", s.position, (SELECT count(*) FROM cases.stack a WHERE a.principal = s.principal)"
            + " FROM cases.stack s JOIN cases.task t ON t.id = s.task_id"
            + " WHERE s.principal = ? AND s.position %s ? ORDER BY s.position %s LIMIT ?";

    private static List<String> fields() {
        var blank = new io.precinct.cases.record.Task(
                "", Instant.EPOCH, Instant.EPOCH, 1, 0, 0, Values.ABSENT.with(TaskField.LABEL, ""), "{}");
        return List.copyOf(blank.toListData().keySet());
    }

    /** The position after which a page begins, or null for the first; a fault if the cursor has another form. */
    static @Nullable Long position(Form query, ListRequest page) {
        if (page.after() == null) {
            return null;
        }
        if (page.after().getFirst() instanceof Number position) {
            return position.longValue();
        }
        query.fault("cursor", "format", "the cursor is not one of this list; begin without", null);
        return null;
    }

    static StackList of(Handle handle, String principal, @Nullable Long after, ListRequest page) {
        boolean down = page.descending();
        long from = after != null ? after : down ? Long.MAX_VALUE : Long.MIN_VALUE;
        String sql = SELECT.formatted(down ? "<" : ">", down ? "DESC" : "ASC");
        var items = new ArrayList<Map<String, @Nullable Object>>();
        long total = 0;
        long position = 0;
        boolean more = false;
        try (PreparedStatement statement = handle.getConnection().prepareStatement(sql)) {
            statement.setString(1, principal);
            statement.setLong(2, from);
            statement.setInt(3, page.limit() + 1);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    total = rows.getLong(TaskRows.COLUMN_COUNT + 2);
                    if (items.size() == page.limit()) {
                        more = true;
                    } else {
                        position = rows.getLong(TaskRows.COLUMN_COUNT + 1);
                        items.add(TaskRows.task(rows).toListData());
                    }
                }
            }
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
        return new StackList(items, total, more ? Data.list(position) : null);
    }
}
