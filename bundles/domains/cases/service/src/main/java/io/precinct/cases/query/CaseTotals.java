package io.precinct.cases.query;

import io.precinct.cases.record.TaskField;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many cases meet criteria, without counting many: from the statistics if they count these, else by reading no more than
 * {@link #MOST_COUNTED}.
 *
 * @param count how many
 * @param exact false if there are at least as many
 */
public record CaseTotals(long count, boolean exact) {
    /** Up to how many cases are counted if the statistics have no answer. */
    public static final int MOST_COUNTED = 1_000;

    /** How many meet {@code criteria}, counted by {@link #statement}. */
    static CaseTotals of(Criteria criteria, long counted) {
        return criteria.none() || criteria.onlyCounted() != null
                ? new CaseTotals(counted, true)
                : new CaseTotals(Math.min(counted, MOST_COUNTED), counted <= MOST_COUNTED);
    }

    /** The statement that counts; criteria that nothing can meet need none. */
    static Sql statement(Criteria criteria) {
        if (criteria.none()) {
            return fromStatistics("total", null, List.of(""));
        }
        Criteria.Choice counted = criteria.onlyCounted();
        if (counted != null && counted.field().dimension() != null) {
            return fromStatistics(counted.field().dimension(), counted.field(), counted.countedAs());
        }
        // the planner may prefer a scan of the table, which is slow if few cases match
        Sql sql = Sql.of("SELECT 0 FROM set_config('enable_seqscan', 'off', true);\n"
                + "SELECT count(*) FROM (SELECT 1 FROM cases.task t");
        Criteria.where(sql, criteria.alternatives(1).getFirst());
        return sql.add(" LIMIT ?) counted", MOST_COUNTED + 1);
    }

    private static Sql fromStatistics(String dimension, @Nullable TaskField field, List<String> values) {
        String marks = String.join(", ", Collections.nCopies(values.size(), "?"));
        Sql sql = Sql.of("SELECT coalesce((SELECT sum(n) FROM cases.tally WHERE dimension = ?", dimension)
                .add(
                        " AND value IN (" + marks + ")), 0) + coalesce((SELECT sum(n) FROM cases.tally_delta",
                        values.toArray());
        if (field != null) {
            String column = field.absentWord() == null
                    ? field.wireName()
                    : "coalesce(" + field.wireName() + ", '" + field.absentWord() + "')";
            sql.add(" WHERE " + column + " IN (" + marks + ")", values.toArray());
        }
        return sql.add("), 0)");
    }
}
