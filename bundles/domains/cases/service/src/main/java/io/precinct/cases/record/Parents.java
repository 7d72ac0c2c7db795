package io.precinct.cases.record;

import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parents and children of cases, related by {@link OneWay#PARENT_OF}. Each case has at most one parent, and the height
 * of trees is limited.
 */
// @req:link-parent
public final class Parents {
    /** Most cases on the path from a case without a parent down to a case without children, both included. */
    public static final int LEVELS = 20;

    /** Holds for a case {@code t} that is a direct child of one of the cases whose ids are the argument. */
    public static final String CHILD =
            "t.id IN (SELECT p.to_id FROM cases.relation p" + " WHERE p.type = 'parent_of' AND p.from_id = ANY (?))";

    /** Holds for a case {@code t} without a parent. */
    public static final String NO_CHILD =
            "NOT EXISTS (SELECT FROM cases.relation p WHERE p.to_id = t.id AND p.type = 'parent_of')";

    private static final String PARENTS =
            "SELECT to_id, from_id FROM cases.relation WHERE to_id = ANY (?) AND type = 'parent_of'";

    private static final String CHILDREN = "SELECT t.id, t.label, t.status, r.created_at"
            + " FROM cases.relation r JOIN cases.task t ON t.id = r.to_id"
            + " WHERE r.from_id = ? AND r.type = 'parent_of' ORDER BY r.created_at, r.to_id";

    /**
     * Returns the levels above and including one case plus the levels below and including another. Both recursions stop
     * just above the limit.
     */
    private static final String HEIGHT = """
            WITH RECURSIVE above (id, level) AS (
                SELECT ?::text, 1
                UNION ALL
                SELECT r.from_id, a.level + 1
                FROM above a JOIN cases.relation r ON r.to_id = a.id AND r.type = 'parent_of'
                WHERE a.level <= ?
            ), below (id, level) AS (
                SELECT ?::text, 1
                UNION ALL
                SELECT r.to_id, b.level + 1
                FROM below b JOIN cases.relation r ON r.from_id = b.id AND r.type = 'parent_of'
                WHERE b.level <= ?
            )
            SELECT (SELECT max(level) FROM above) + (SELECT max(level) FROM below)
            """;

    // a subquery looks up the status of each case, because a join might read the whole table
    private static final String BELOW = """
            WITH RECURSIVE below (top, id, level) AS (
                SELECT r.from_id, r.to_id, 1
                FROM cases.relation r
                WHERE r.from_id = ANY (?) AND r.type = 'parent_of'
                UNION ALL
                SELECT b.top, r.to_id, b.level + 1
                FROM below b JOIN cases.relation r ON r.from_id = b.id AND r.type = 'parent_of'
                WHERE b.level < ?
            )
            SELECT b.top, b.id, (SELECT t.status IN ('completed', 'archived') FROM cases.task t WHERE t.id = b.id)
            FROM below b
            """;

    private Parents() {}

    /**
     * A descendant of a case.
     *
     * @param top the id of the ancestor that was asked for
     * @param done whether the descendant is completed or archived
     */
    public record Descendant(String top, String id, boolean done) {}

    /** Returns the parent of each of these cases that has one, by the id of the case. */
    public static Map<String, String> of(Transaction transaction, Collection<String> ids) {
        Map<String, String> parents = new HashMap<>();
        transaction
                .createQuery(PARENTS)
                .bindArray(0, String.class, ids)
                .map((row, _) -> Map.entry(row.getString(1), row.getString(2)))
                .forEach(one -> parents.put(one.getKey(), one.getValue()));
        return parents;
    }

    /** Returns the direct children of a case, newest last. */
    public static List<Child> children(Transaction transaction, String id) {
        return transaction
                .select(CHILDREN, id)
                .map((row, _) ->
                        new Child(row.getString(1), row.getString(2), row.getString(3), Timestamps.required(row, 4)))
                .list();
    }

    /** Returns all descendants of each of these cases. */
    public static List<Descendant> below(Transaction transaction, Collection<String> ids) {
        return transaction
                .createQuery(BELOW)
                .bindArray(0, String.class, ids)
                .bind(1, LEVELS)
                .map((row, _) -> new Descendant(row.getString(1), row.getString(2), row.getBoolean(3)))
                .list();
    }

    /** Checks that a case may become the parent of another. The caller has checked that this creates no circle. */
    static void check(Transaction transaction, String parent, String child) {
        String present = of(transaction, List.of(child)).get(child);
        if (present != null) {
            throw Refusal.of(409, "has_parent", child + " is a child of " + present + " already", "parent", present);
        }
        int levels = transaction
                .select(HEIGHT, parent, LEVELS, child, LEVELS)
                .mapTo(Integer.class)
                .one();
        if (levels > LEVELS) {
            throw Refusal.of(
                    409,
                    "too_deep",
                    "with " + child + " below " + parent + " there would be more than " + LEVELS + " levels of cases",
                    "levels",
                    LEVELS);
        }
    }
}
