package io.precinct.cases.query;

import java.util.Collections;
import java.util.List;

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
            return fromStatistics("total", List.of(""));
        }
        Criteria.Choice counted = criteria.onlyCounted();
        if (counted != null && counted.dimension() != null) {
            return fromStatistics(counted.dimension(), counted.countedAs());
        }
        // the planner may prefer a scan of the table, which is slow if few cases match
        Sql sql = Sql.of("SELECT 0 FROM set_config('enable_seqscan', 'off', true);\n"
                + "SELECT count(*) FROM (SELECT 1 FROM cases.task t");
        Criteria.where(sql, criteria.alternatives(1).getFirst());
        return sql.add(" LIMIT ?) counted", MOST_COUNTED + 1);
    }

    private static Sql fromStatistics(String dimension, List<String> values) {
        String marks = String.join(", ", Collections.nCopies(values.size(), "?"));
        Sql sql = Sql.of("SELECT coalesce((SELECT sum(n) FROM cases.tally WHERE dimension = ?", dimension)
                .add(
                        " AND value IN (" + marks + ")), 0) + coalesce((SELECT sum(n) FROM cases.tally_delta",
                        values.toArray());
        String column = switch (dimension) {
            case "status" -> "status";
            case "type" -> "coalesce(case_type, 'none')";
            case "detective" -> "coalesce(detective, 'unassigned')";
            case "urgency" -> "urgency_level";
            default -> null;
        };
        if (column != null) {
            sql.add(" WHERE " + column + " IN (" + marks + ")", values.toArray());
        }
        return sql.add("), 0)");
    }
}
