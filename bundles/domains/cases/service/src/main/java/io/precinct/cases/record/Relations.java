package io.precinct.cases.record;

import io.precinct.postgres.api.ConcurrentChange;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The relations between cases in the database. They follow the ids in {@code case_links}: a new id there creates a
 * {@link Relation#RELATED} relation unless the two cases have another relation, and a removed id removes it. Any other
 * relation replaces a {@link Relation#RELATED} relation that has no reason.
 */
// @req:link-relations
public final class Relations {
    /** The code of a fault: the case to link to does not exist. */
    public static final String UNKNOWN = "unknown_case";

    private static final String SEEN = "SELECT to_id, type, reason, 'out', created_by, created_at FROM cases.relation"
            + " WHERE from_id = ? UNION ALL SELECT from_id, type, reason, 'in', created_by, created_at"
            + " FROM cases.relation WHERE to_id = ? ORDER BY 6, 1, 2, 4";

    private static final String INSERT = "INSERT INTO cases.relation (from_id, to_id, type, reason, created_by,"
            + " created_at) VALUES (?, ?, ?, ?, ?, ?)";

    private static final String EXPLAIN =
            "UPDATE cases.relation SET reason = ? WHERE from_id = ? AND to_id = ? AND type = ?";

    private static final String DELETE = "DELETE FROM cases.relation WHERE from_id = ? AND to_id = ? AND type = ?";

    private static final String NONE_YET = " AND t.id <> ? AND NOT EXISTS (SELECT FROM cases.relation r"
            + " WHERE r.from_id = ? AND r.to_id = t.id OR r.from_id = t.id AND r.to_id = ?)"
            // waits for a case that is being deleted, which is then gone
            + " ORDER BY t.id FOR KEY SHARE OF t ON CONFLICT DO NOTHING";

    private static final String LINKED = "INSERT INTO cases.relation (from_id, to_id, type, created_by, created_at)"
            + " SELECT ?, t.id, 'related', ?, ?::timestamptz FROM cases.task t WHERE t.id = ANY (?)"
            + NONE_YET;

    private static final String NAMING = "t.case_links <> '[]' AND t.case_links::jsonb @> jsonb_build_array(";

    private static final String LINKED_BEFORE =
            "INSERT INTO cases.relation (from_id, to_id, type, created_by, created_at)"
                    + " SELECT t.id, ?, 'related', ?, ?::timestamptz FROM cases.task t WHERE " + NAMING + "?::text)"
                    + NONE_YET;

    private static final String FALL_BACK = """
            INSERT INTO cases.relation (from_id, to_id, type, created_by, created_at)
            SELECT a.id, b.id, 'related', ?, ?::timestamptz
            FROM cases.task a, cases.task b
            WHERE a.id = ? AND b.id = ?
                AND (a.case_links::jsonb @> jsonb_build_array(b.id) OR b.case_links::jsonb @> jsonb_build_array(a.id))
                AND NOT EXISTS (SELECT FROM cases.relation r
                    WHERE r.from_id = a.id AND r.to_id = b.id OR r.from_id = b.id AND r.to_id = a.id)
            ON CONFLICT DO NOTHING
            """;

    private static final String UNLINKED = "DELETE FROM cases.relation WHERE type = 'related'"
            + " AND reason IS NULL AND (from_id = ? AND to_id = ANY (?) OR from_id = ANY (?) AND to_id = ?)";

    private static final String PARTNERS = "SELECT t.id FROM unnest(?::text[]) AS gone (id) JOIN cases.task t ON "
            + NAMING + "gone.id) UNION SELECT t.id FROM cases.relation r JOIN cases.task t ON t.id = r.to_id"
            + " WHERE r.from_id = ANY (?) UNION SELECT t.id FROM cases.relation r JOIN cases.task t ON t.id = r.from_id"
            + " WHERE r.to_id = ANY (?)";

    private Relations() {}

    /** Returns the relations of a case, newest last. */
    public static List<Relation> of(Transaction transaction, String id) {
        return transaction.select(SEEN, id, id).map((row, _) -> relation(row)).list();
    }

    private static Relation relation(ResultSet row) throws SQLException {
        return new Relation(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                Timestamps.required(row, 6));
    }

    /** Adds a new relation to a case. */
    public static void add(Mutation mutation, String id, Relation relation) {
        mutation.also(
                INSERT,
                relation.isOut() ? id : relation.caseId(),
                relation.isOut() ? relation.caseId() : id,
                relation.type(),
                relation.reason(),
                relation.createdBy(),
                relation.createdAt());
    }

    /**
     * Adds the statement that relates two cases as {@link Relation#RELATED} if the {@code case_links} of either name
     * the other and no other relation is left. Execute it after both cases are written.
     */
    public static void fallBack(StatementBatch batch, String id, String other, String actor, Instant at) {
        batch.add(FALL_BACK, actor, at, id, other);
    }

    /** Removes the {@link Relation#RELATED} relation without a reason between two cases. */
    public static void giveWay(Mutation mutation, String id, String other) {
        String[] others = {other};
        mutation.also(UNLINKED, id, others, others, id);
    }

    /** Updates the reason of an existing relation of a case. */
    public static void explain(Mutation mutation, String id, Relation relation) {
        mutation.also(
                EXPLAIN,
                relation.reason(),
                relation.isOut() ? id : relation.caseId(),
                relation.isOut() ? relation.caseId() : id,
                relation.type());
    }

    /** Removes a relation of a case. */
    public static void remove(Mutation mutation, String id, Relation relation) {
        mutation.also(
                DELETE,
                relation.isOut() ? id : relation.caseId(),
                relation.isOut() ? relation.caseId() : id,
                relation.type());
    }

    /**
     * Checks that the cases to which a body adds links exist, and prevents their deletion until the transaction ends.
     *
     * @param given the {@code case_links} of the body
     * @param had the ids that the case has already; they may belong to deleted cases
     * @throws Refusal 422 {@code unknown_case} with a fault for each case that does not exist
     */
    // @req:link-existing
    public static void checkTargets(Mutation mutation, @Nullable Object given, Collection<String> had) {
        List<?> list = given instanceof List<?> ids ? ids : List.of();
        Set<String> added = new LinkedHashSet<>();
        list.forEach(id -> added.add(String.valueOf(id)));
        added.removeAll(had);
        Set<String> missing = missing(mutation.transaction(), added);
        if (missing.isEmpty()) {
            return;
        }
        List<Refusal.Fault> faults = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            String id = String.valueOf(list.get(i));
            if (missing.contains(id)) {
                faults.add(unknown("/" + TaskField.CASE_LINKS.wireName() + "/" + i, id));
            }
        }
        throw Refusal.invalid(faults);
    }

    /** Creates the fault for a case id in a body that does not exist. */
    public static Refusal.Fault unknown(String pointer, String id) {
        return new Refusal.Fault(pointer, UNKNOWN, "there is no case " + id, null);
    }

    /**
     * Returns the ids that belong to no case, and prevents the deletion of the other cases until the transaction ends.
     */
    public static Set<String> missing(Transaction transaction, Collection<String> ids) {
        Set<String> missing = new TreeSet<>(ids);
        if (!missing.isEmpty()) {
            transaction
                    .createQuery("SELECT id FROM cases.task WHERE id = ANY (?) ORDER BY id FOR KEY SHARE")
                    .bindArray(0, String.class, ids)
                    .mapTo(String.class)
                    .forEach(missing::remove);
        }
        return missing;
    }

    /** Adds the statements that update the relations of a case after a change of its {@code case_links}. */
    static void follow(OpenCase open, String actor, Instant at, StatementBatch batch) {
        List<String> now = open.values().texts(TaskField.CASE_LINKS);
        Task before = open.before();
        List<String> were = before == null ? List.of() : before.values().texts(TaskField.CASE_LINKS);
        if (now.equals(were)) {
            return;
        }
        String id = open.id();
        String[] gone = without(were, now);
        if (gone.length > 0) {
            batch.add(UNLINKED, id, gone, gone, id);
        }
        String[] added = without(now, were);
        if (added.length > 0) {
            batch.add(LINKED, id, actor, at, added, id, id, id);
        }
    }

    private static String[] without(List<String> some, List<String> others) {
        Set<String> rest = new LinkedHashSet<>(some);
        others.forEach(rest::remove);
        return rest.toArray(String[]::new);
    }

    /**
     * Adds the statements that update the relations of a case that came from elsewhere. Other cases may have named its
     * id before it existed.
     */
    static void arrived(OpenCase open, String actor, Instant at, StatementBatch batch) {
        follow(open, actor, at, batch);
        if (open.before() == null) {
            batch.add(LINKED_BEFORE, open.id(), actor, at, open.id(), open.id(), open.id(), open.id());
        }
    }

    /**
     * As {@link #arrived}, for a case that was created with a given id: other cases may have named the id before it
     * existed.
     */
    public static void namedBefore(Mutation mutation, String id) {
        mutation.also(LINKED_BEFORE, id, mutation.actor(), mutation.at(), id, id, id, id);
    }

    /** Returns the cases that are linked with some of the given cases but are not among them. */
    public static Set<String> partners(Transaction transaction, Collection<String> ids) {
        List<String> known = ids.stream()
                .filter(id -> CaseLimits.CASE_ID.matcher(id).matches())
                .toList();
        Set<String> partners = new TreeSet<>();
        transaction
                .createQuery(PARTNERS)
                .bindArray(0, String.class, known)
                .bindArray(1, String.class, known)
                .bindArray(2, String.class, known)
                .mapTo(String.class)
                .forEach(partners::add);
        known.forEach(partners::remove);
        return partners;
    }

    /**
     * Removes the links to deleted cases from all other cases, each with a note. Call it after the deleted cases are
     * locked for deletion: from then on no transaction can link to them.
     *
     * @throws ConcurrentChange if a case that is not open was linked with a deleted case in the meantime
     */
    // @req:link-deleted
    public static void leave(Mutation mutation, Collection<String> deleted) {
        for (String partner : partners(mutation.transaction(), deleted)) {
            OpenCase open = mutation.held(partner);
            if (open == null) {
                throw new ConcurrentChange();
            }
            List<Map<String, @Nullable Object>> gone = new ArrayList<>();
            Set<String> left = new TreeSet<>();
            for (Relation relation : of(mutation.transaction(), partner)) {
                if (deleted.contains(relation.caseId())) {
                    gone.add(Relation.change(relation, null));
                    left.add(relation.caseId());
                }
            }
            List<String> links = open.values().texts(TaskField.CASE_LINKS);
            left.addAll(links);
            left.retainAll(deleted);
            open.set(
                    TaskField.CASE_LINKS,
                    links.stream().filter(id -> !deleted.contains(id)).toList());
            open.note(EventType.FIELD_UPDATED, "Deleted, hence not linked: " + String.join(", ", left), gone);
        }
    }

    /** As {@link #leave}, in a mutation of its own: cases that sync deletes are not opened together with others. */
    public static void leaveAlone(Mutation mutation, String deleted) {
        mutation.openAll(partners(mutation.transaction(), List.of(deleted)));
        CaseStore.lockForDeletion(mutation.transaction(), deleted);
        leave(mutation, List.of(deleted));
        mutation.finish();
    }
}
