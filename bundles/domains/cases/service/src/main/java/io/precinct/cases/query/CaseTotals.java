package io.precinct.cases.query;

import io.precinct.cases.record.TaskField;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The number of cases that meet some criteria, found without counting many rows: taken from the statistics if they
 * cover the criteria, else counted up to {@link #MOST_COUNTED}.
 *
 * @param count the number of cases
 * @param exact false if {@code count} is a lower bound
 */
public record CaseTotals(long count, boolean exact) {
    /** Most cases that are counted if the statistics do not cover the criteria. */
    public static final int MOST_COUNTED = 1_000;

    /** Returns the total for {@code criteria}; {@code counted} is the result of {@link #statement}. */
    static CaseTotals of(Criteria criteria, long counted) {
        return criteria.none() || criteria.onlyCounted() != null
                ? new CaseTotals(counted, true)
                : new CaseTotals(Math.min(counted, MOST_COUNTED), counted <= MOST_COUNTED);
    }

    /** Returns the statement that counts. Not to be called for criteria that no case can meet. */
    static Sql statement(Criteria criteria) {
        if (criteria.none()) {
            return fromStatistics("total", null, List.of(""));
        }
        Criteria.Choice counted = criteria.onlyCounted();
        if (counted != null && counted.field().dimension() != null) {
            return fromStatistics(counted.field().dimension(), counted.field(), counted.countedAs());
        }
        // without this the planner may prefer a table scan, which is slow if few cases match
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
