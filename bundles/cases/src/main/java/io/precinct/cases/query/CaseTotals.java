package io.precinct.cases.query;

import java.util.Collections;
import java.util.List;

/**
 * How many cases meet criteria, without counting many: by the tally where it counts them, else by looking at no more than
 * {@link #MOST_COUNTED}.
 *
 * @param count how many
 * @param exact false where there are at least as many
 */
public record CaseTotals(long count, boolean exact) {
    /** How far is counted where the tally has no answer. */
    public static final int MOST_COUNTED = 1_000;

    /** How many meet {@code criteria}, counted by {@link #statement}. */
    static CaseTotals of(Criteria criteria, long counted) {
        return tallied(criteria)
                ? new CaseTotals(counted, true)
                : new CaseTotals(Math.min(counted, MOST_COUNTED), counted <= MOST_COUNTED);
    }

    /** The statement that counts; criteria that nothing can meet need none. */
    static Sql statement(Criteria criteria) {
        if (criteria.none()) {
            return tally("total", List.of(""));
        }
        Criteria.Choice counted = criteria.onlyCounted();
        if (counted != null && counted.dimension() != null) {
            return tally(counted.dimension(), counted.tallied());
        }
        // a scan of the table may look cheaper for as many, and is not where they are few after all
        return Sql.of("SELECT 0 FROM set_config('enable_seqscan', 'off', true);\n")
                .add(bounded(criteria));
    }

    private static boolean tallied(Criteria criteria) {
        return criteria.none() || criteria.onlyCounted() != null;
    }

    /** The statement that counts up to one more than {@link #MOST_COUNTED}. */
    public static Sql bounded(Criteria criteria) {
        Sql sql = Sql.of("SELECT count(*) FROM (SELECT 1 FROM cases.task t");
        Criteria.where(sql, criteria.alternatives(1).getFirst());
        return sql.add(" LIMIT ?) counted", MOST_COUNTED + 1);
    }

    private static Sql tally(String dimension, List<String> values) {
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
