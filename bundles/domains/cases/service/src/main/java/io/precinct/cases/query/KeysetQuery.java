package io.precinct.cases.query;

import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskRows;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.ListRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cases of one page by walking an index from the end of the previous page. If a filter names several values,
 * each value gets its own walk, and the walks are merged in index order. If the sort key may be null, the cases without
 * a key follow the others in a separate walk.
 */
public final class KeysetQuery {
    /** More walks than this cost more than they save. */
    private static final int MOST_ALTERNATIVES = 24;

    private final Criteria criteria;
    private final ListRequest page;
    private final SortOrder order;
    private final @Nullable List<@Nullable Object> after;

    /**
     * Creates the query of one page.
     *
     * @throws io.precinct.rest.api.Refusal 422 if the cursor does not fit this sort order
     */
    public KeysetQuery(Criteria criteria, ListRequest page) {
        this.criteria = criteria;
        this.page = page;
        this.order = SortOrder.of(page);
        this.after = page.after() == null ? null : order.arguments(page.after());
    }

    /** Returns the cases of the page, plus one more if there is a next page, with the total over all pages. */
    Sql.Counted<Task> tasks(Transaction transaction) {
        return criteria.impossible()
                ? new Sql.Counted<>(List.of(), 0)
                : statement().counted(transaction, TaskRows::task, CaseTotals.statement(criteria));
    }

    /** Returns the statement that reads the page. */
    public Sql statement() {
        List<Sql> walks = new ArrayList<>();
        for (List<Criteria.Condition> alternative : criteria.alternatives(MOST_ALTERNATIVES)) {
            if (!order.nullable()) {
                walks.add(walk(alternative, order.columns(), after));
                continue;
            }
            List<@Nullable Object> amongNulls = after != null && after.getFirst() == null ? after.subList(1, 3) : null;
            if (amongNulls == null) {
                walks.add(walk(and(alternative, " IS NOT NULL"), order.columns(), after));
            }
            walks.add(walk(and(alternative, " IS NULL"), SortOrder.TIE, amongNulls));
        }
        if (walks.size() == 1) {
            return walks.getFirst();
        }
        Sql all = Sql.of("SELECT " + TaskRows.COLUMNS + " FROM (");
        String between = "(";
        for (Sql walk : walks) {
            all.add(between).add(walk).add(")");
            between = " UNION ALL (";
        }
        return all.add(") t" + ordered(order.columns(), order.nullable()) + " LIMIT ?", page.limit() + 1);
    }

    private List<Criteria.Condition> and(List<Criteria.Condition> some, String test) {
        return Criteria.and(some, new Criteria.Condition("t." + order.column() + test, List.of()));
    }

    private Sql walk(List<Criteria.Condition> conditions, List<String> key, @Nullable List<@Nullable Object> from) {
        var all = new ArrayList<>(conditions);
        if (from != null) {
            String columns = key.stream().map(c -> "t." + c).collect(Collectors.joining(", "));
            String marks = String.join(", ", Collections.nCopies(key.size(), "?"));
            all.add(new Criteria.Condition(
                    "(" + columns + ") " + (page.descending() ? "<" : ">") + " (" + marks + ")", from));
        }
        Sql sql = Sql.of("SELECT " + TaskRows.COLUMNS + ", t.urgency_rank FROM cases.task t");
        return Criteria.where(sql, all).add(ordered(key, false) + " LIMIT ?", page.limit() + 1);
    }

    private String ordered(List<String> key, boolean nullable) {
        String direction = page.descending() ? " DESC" : "";
        String first = nullable ? direction + " NULLS LAST" : direction;
        return " ORDER BY t." + key.getFirst() + first
                + key.stream().skip(1).map(c -> ", t." + c + direction).collect(Collectors.joining());
    }
}
