package io.precinct.cases.statistics;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.record.MemberFilter;
import io.precinct.cases.record.TaskField;
import io.precinct.postgres.api.Transaction;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The number of cases by status, type and so on: the stored counts plus the changes that are not added to them yet,
 * read in one snapshot.
 *
 * @param total the number of all cases
 * @param overdue the number of open cases whose due date is before the day of the question
 */
public record CaseCounts(long total, long overdue, Map<String, Map<String, Long>> dimensions) {
    /** The members by which cases are counted. */
    static final List<TaskField> COUNTED = TaskField.those(field -> field.dimension() != null);

    private static final String READ = """
            SELECT dimension, CASE WHEN dimension = 'due' THEN '' ELSE value END AS key, sum(n)::bigint
            FROM (
                SELECT dimension, value, n FROM cases.tally
                UNION ALL
                SELECT dimension, value, n FROM cases.tally_pending
            ) AS counted
            WHERE dimension <> 'due' OR value < ?
            GROUP BY dimension, key
            """;

    /**
     * Reads the counts.
     *
     * @param today the day before which a due date is overdue
     */
    public static CaseCounts read(Transaction transaction, LocalDate today) {
        Map<String, Map<String, Long>> dimensions = transaction
                .select(READ, today.toString())
                .reduceResultSet(new HashMap<String, Map<String, Long>>(), (counts, row, _) -> {
                    counts.computeIfAbsent(row.getString(1), _ -> new TreeMap<>())
                            .put(row.getString(2), row.getLong(3));
                    return counts;
                });
        return new CaseCounts(
                dimensions.getOrDefault("total", Map.of()).getOrDefault("", 0L),
                dimensions.getOrDefault("due", Map.of()).getOrDefault("", 0L),
                dimensions);
    }

    /** Returns the counts by each of {@link #COUNTED}, zeros included: {@code {by_status: {parked: 1, …}, …}}. */
    public Map<String, @Nullable Object> byAll() {
        MapBuilder all = Data.mapBuilder();
        COUNTED.forEach(field -> all.put(name(field), by(field)));
        return all.build();
    }

    /** Returns the name of the counts by a member. */
    static String name(TaskField field) {
        return "by_" + field.dimension();
    }

    /** Returns the counts by a member, zeros included. */
    public Map<String, @Nullable Object> by(TaskField field) {
        String none = field.absentWord();
        List<String> known = field.filter() == MemberFilter.WORD || none == null ? field.words() : List.of(none);
        return filled(String.valueOf(field.dimension()), known);
    }

    /** Returns the number of cases that are completed but not archived. */
    public long completed() {
        return dimensions.getOrDefault("status", Map.of()).getOrDefault(CaseStatus.COMPLETED.wireName(), 0L);
    }

    /** Lists the known values first, then all other counted values. */
    private Map<String, @Nullable Object> filled(String dimension, List<String> known) {
        Map<String, Long> counted = dimensions.getOrDefault(dimension, Map.of());
        MapBuilder filled = Data.mapBuilder();
        known.forEach(value -> filled.put(value, counted.getOrDefault(value, 0L)));
        counted.forEach((value, n) -> {
            if (n != 0) {
                filled.put(value, n);
            }
        });
        return filled.build();
    }
}
