package io.precinct.cases.query;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.postgres.api.Database;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Replies with a list of cases: paged, sorted, projected, with its total. Thread-safe. */
public final class TaskList {
    /** The members of a case in a list. */
    public static final List<String> FIELDS =
            TaskField.names(Stream.concat(TaskField.ASSIGNED.stream(), TaskField.STORED.stream())
                    .filter(field -> field != TaskField.INVESTIGATION_NOTES)
                    .toList());

    /** The sort keys of a list that shows the newest case first by default. */
    public static final List<String> NEWEST = descending(TaskField.CREATED_AT);

    /** The sort keys of a list that shows the most recently changed case first by default. */
    public static final List<String> LATEST = descending(TaskField.UPDATED_AT);

    /**
     * Header that accompanies {@code X-Total-Count}: {@code gte} if the total is a lower bound, because an exact count
     * would cost more than the list.
     */
    public static final String RELATION = "X-Total-Count-Relation";

    private final Database database;

    private static List<String> descending(TaskField usual) {
        return Stream.concat(
                        Stream.of("-" + usual.wireName()),
                        TaskField.SORTS.stream().filter(field -> field != usual).map(TaskField::wireName))
                .toList();
    }

    /** Creates lists that read from this database. */
    public TaskList(Database database) {
        this.database = database;
    }

    /**
     * Reads the {@link ListRequest} from the query, checks the query, and replies with the cases that meet the
     * criteria.
     */
    // @req:case-list
    public Reply answer(Input input, Form query, Criteria criteria, List<String> sorts) {
        ListRequest page = ListRequest.of(query, sorts, FIELDS);
        query.check();
        var walk = new KeysetQuery(criteria, page);
        Sql.Counted<Task> found = database.readAtOnce(walk::tasks);
        CaseTotals totals = CaseTotals.of(criteria, found.number());
        List<Task> tasks = found.first();
        boolean more = tasks.size() > page.limit();
        List<Task> shown = more ? tasks.subList(0, page.limit()) : tasks;
        List<Map<String, @Nullable Object>> items =
                shown.stream().map(Task::toListData).toList();
        List<@Nullable Object> last = more ? SortOrder.of(page).keyOf(shown.getLast()) : null;
        return related(page.reply(input, items, totals.count(), last), totals.exact());
    }

    /** Marks the total as a lower bound unless it is exact. */
    public static Reply related(Reply reply, boolean exact) {
        if (exact) {
            return reply;
        }
        Reply told = reply.header(RELATION, "gte");
        return reply.payload() instanceof Map<?, ?> envelope
                ? told.payload(Data.mapBuilder()
                        .putAll(Data.freezeMap(envelope))
                        .put("total_relation", "gte")
                        .build())
                : told;
    }
}
