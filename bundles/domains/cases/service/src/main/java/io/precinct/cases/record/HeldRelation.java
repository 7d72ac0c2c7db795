package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Resource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A relation as part of the state of the one case that holds it, so that sync transfers it with that case. A child
 * holds the relation to its parent. A {@code related} relation has no direction; the case with the lesser id holds it.
 * Any other relation is held by the case that it leads from. A {@code related} relation without a reason is held by no
 * case: it follows from {@code case_links}.
 *
 * @param caseId the other case, which may not exist yet
 * @param type the type, seen from the case that holds the relation
 * @param reason the reason, or null if none was given
 * @param createdBy the user who created the relation
 * @param createdAt when the relation was created
 */
// @req:sync-relations
public record HeldRelation(
        String caseId, String type, @Nullable String reason, String createdBy, Instant createdAt) {
    private static final String PARENT = OneWay.PARENT_OF.type(false);

    private static final Field<@Nullable String> CASE_ID =
            Field.of(Relation.CASE_ID.name(), CaseTypes.CASE_ID).required();
    private static final Field<String> TYPE =
            Field.requiredText("type", CaseLimits.NAME).example("follows");
    private static final Field<@Nullable String> REASON = Field.markdown("reason", CaseLimits.MARKDOWN / 2);
    private static final Field<String> CREATED_BY =
            Field.requiredText(Relation.CREATED_BY.name(), CaseLimits.NAME).example("ada");
    private static final Field<@Nullable Instant> CREATED_AT =
            Field.time(Relation.CREATED_AT.name()).required();

    /** A relation in the form that sync transfers. */
    public static final Resource<HeldRelation> RESOURCE = Resource.<HeldRelation>of(
                    Property.given(CASE_ID, HeldRelation::caseId),
                    Property.given(TYPE, HeldRelation::type),
                    Property.given(REASON, HeldRelation::reason).orNull(),
                    Property.given(CREATED_BY, HeldRelation::createdBy),
                    Property.given(CREATED_AT, HeldRelation::createdAt))
            .made(values -> new HeldRelation(
                    values.need(CASE_ID),
                    values.need(TYPE),
                    values.get(REASON),
                    values.need(CREATED_BY),
                    values.need(CREATED_AT)));

    /** The field with all relations that a case holds. */
    public static final Field<List<HeldRelation>> RELATIONS = Field.objects("relations", RESOURCE, CaseLimits.ELEMENTS);

    /** The order in which relations are compared. */
    public static final Comparator<HeldRelation> ORDER =
            Comparator.comparing(HeldRelation::caseId).thenComparing(HeldRelation::type);

    private static final String ROW = "SELECT from_id, to_id, type, reason, created_by, created_at FROM cases.relation";

    private static final String OF_ALL = ROW + " WHERE from_id = ANY (?) UNION " + ROW + " WHERE to_id = ANY (?)";

    private static final String CHANGE = "UPDATE cases.relation SET reason = ?, created_by = ?, created_at = ?"
            + " WHERE from_id = ? AND to_id = ? AND type = ?";

    private static final String INSERT = "INSERT INTO cases.relation (from_id, to_id, type, reason, created_by,"
            + " created_at) VALUES (?, ?, ?, ?, ?, ?)";

    private static final String DELETE = "DELETE FROM cases.relation WHERE from_id = ? AND to_id = ? AND type = ?";

    /** A relation and the case that holds it. */
    record OfCase(String holder, HeldRelation relation) {}

    /** Returns a relation that leads from one case to the other, as the case sees it that holds it. */
    static OfCase between(String from, String to, Relation relation) {
        boolean child = relation.type().equals(OneWay.PARENT_OF.type());
        return new OfCase(
                child ? to : from,
                new HeldRelation(
                        child ? from : to,
                        child ? PARENT : relation.type(),
                        relation.reason(),
                        relation.createdBy(),
                        relation.createdAt()));
    }

    /** Whether the relation leads to the parent of the holder; a case has at most one. */
    public boolean isParent() {
        return type.equals(PARENT);
    }

    /** Returns a key that is unique among the relations that one case holds. */
    public String key() {
        return caseId + "." + type;
    }

    /** Returns the relation in the form that sync transfers. */
    public Map<String, @Nullable Object> toData() {
        return RESOURCE.view(this);
    }

    /**
     * Reads the relations that a body contains for a case; faults go into the form.
     *
     * @param id the id of the case
     * @return null if the body contains no relations member, or null for it
     */
    public static @Nullable List<HeldRelation> read(Form form, String id) {
        if (form.value(RELATIONS.name()) == null) {
            return null;
        }
        List<HeldRelation> relations = RELATIONS.in(form);
        Set<String> keys = new HashSet<>();
        boolean child = false;
        for (int i = 0; i < relations.size(); i++) {
            HeldRelation relation = relations.get(i);
            String place = RELATIONS.name() + "/" + i + "/";
            if (relation.caseId.equals(id)) {
                form.fault(place + CASE_ID.name(), "bounds", "a case is not related to itself", null);
            }
            String fault = relation.fault(id);
            if (fault != null) {
                form.fault(place + TYPE.name(), "format", fault, null);
            } else if (!keys.add(relation.key()) || child && relation.isParent()) {
                form.fault(place + TYPE.name(), "duplicate", "there is one already", null);
            }
            child |= relation.isParent();
        }
        return relations;
    }

    /** Returns the reason why this case cannot hold the relation, or null if it can. */
    private @Nullable String fault(String id) {
        OneWay other = isParent() ? null : OneWay.fromOtherSide(type);
        if (other != null) {
            return type + " is held by the other case, as " + other.type();
        }
        if (type.equals(OneWay.PARENT_OF.type())) {
            return type + " is held by the child, as " + PARENT;
        }
        if (!type.equals(Relation.RELATED)) {
            return null;
        }
        if (reason == null) {
            return "related without a reason is said by case_links alone";
        }
        return id.compareTo(caseId) > 0 ? "related is held by the case with the lesser id" : null;
    }

    /** Parses relations that were stored in the form of {@link #RESOURCE}. */
    public static List<HeldRelation> stored(@Nullable Object relations) {
        return RELATIONS.in(Form.of(Data.map(RELATIONS.name(), relations)));
    }

    /** Returns the relations that each of these cases holds, in {@link #ORDER}. Cases that hold none are absent. */
    public static Map<String, List<HeldRelation>> of(Transaction transaction, Collection<String> ids) {
        Set<String> wanted = Set.copyOf(ids);
        Map<String, List<HeldRelation>> held = new HashMap<>();
        transaction
                .createQuery(OF_ALL)
                .bindArray(0, String.class, ids)
                .bindArray(1, String.class, ids)
                .map((row, _) -> Stored.of(row))
                .forEach(stored -> {
                    if (stored.relation != null && wanted.contains(stored.holder)) {
                        held.computeIfAbsent(stored.holder, _ -> new ArrayList<>())
                                .add(stored.relation);
                    }
                });
        held.values().forEach(relations -> relations.sort(ORDER));
        return held;
    }

    private record Stored(String holder, @Nullable HeldRelation relation) {
        static Stored of(ResultSet row) throws SQLException {
            String from = row.getString(1);
            String to = row.getString(2);
            String type = row.getString(3);
            String reason = row.getString(4);
            boolean related = type.equals(Relation.RELATED);
            boolean child = type.equals(OneWay.PARENT_OF.type());
            boolean turned = child || related && from.compareTo(to) > 0;
            var relation = new HeldRelation(
                    turned ? from : to, child ? PARENT : type, reason, row.getString(5), Timestamps.required(row, 6));
            return new Stored(turned ? to : from, related && reason == null ? null : relation);
        }
    }

    private String from(String holder) {
        return isParent() ? caseId : holder;
    }

    private String to(String holder) {
        return isParent() ? holder : caseId;
    }

    private String storedType() {
        return isParent() ? OneWay.PARENT_OF.type() : type;
    }

    /** Removes the relation from the case that holds it. */
    public void remove(Transaction transaction, String holder) {
        transaction.execute(DELETE, from(holder), to(holder), storedType());
        if (type.equals(Relation.RELATED)) {
            transaction.execute(DELETE, to(holder), from(holder), type);
        }
    }

    /**
     * Adds the relation to a case, or updates it if the case holds it already. Replaces a {@code related} relation
     * without a reason between the two cases.
     *
     * @throws Refusal 409 if the relation is not allowed, see {@link OneWay#check}; nothing is written then
     */
    public void write(Transaction transaction, String holder) {
        String from = from(holder);
        String to = to(holder);
        if (transaction.execute(CHANGE, reason, createdBy, createdAt, from, to, storedType()) == 0) {
            OneWay oneWay = OneWay.of(storedType());
            if (oneWay != null) {
                oneWay.check(transaction, from, to);
            }
            // waits for a case that is being deleted, which takes its relations with it
            Relations.missing(transaction, List.of(caseId));
            String replaced = type.equals(Relation.RELATED) ? DELETE : DELETE + " AND reason IS NULL";
            transaction.execute(replaced, from, to, Relation.RELATED);
            transaction.execute(replaced, to, from, Relation.RELATED);
            transaction.execute(INSERT, from, to, storedType(), reason, createdBy, createdAt);
        }
    }
}
