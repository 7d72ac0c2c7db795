package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The relations of a case that comes back, in both directions. A relation to a case that does not exist yet is stored
 * all the same: cases that refer to each other can be restored in any order.
 */
public final class RestoredRelations {
    /** Far more than the relations of any case; the size of a request body is limited as well. */
    private static final int MOST = 100_000;

    /** The hashes of a case cover the relations that it holds; this change does not raise its version. */
    private static final String FORGET_HASHES = "DELETE FROM cases.fingerprint WHERE task_id = ?";

    private static final Field<@Nullable String> CASE_ID =
            Field.of(Relation.CASE_ID.name(), CaseTypes.CASE_ID).required();
    private static final Field<String> TYPE =
            Field.requiredText("type", CaseLimits.NAME).example("follows");
    private static final Field<@Nullable String> REASON = Field.markdown("reason", CaseLimits.MARKDOWN / 2);
    private static final Field<@Nullable String> DIRECTION =
            Field.oneOf("direction", List.of(Relation.OUT, Relation.IN)).required();
    private static final Field<String> CREATED_BY =
            Field.requiredText(Relation.CREATED_BY.name(), CaseLimits.NAME).example("ada");
    private static final Field<@Nullable Instant> CREATED_AT =
            Field.time(Relation.CREATED_AT.name()).required();

    private static final Resource<Relation> SENT = Resource.<Relation>of(
                    Property.given(CASE_ID, Relation::caseId),
                    Property.given(TYPE, Relation::type),
                    Property.given(REASON, Relation::reason).orNull(),
                    Property.given(DIRECTION, Relation::direction),
                    Property.given(CREATED_BY, Relation::createdBy),
                    Property.given(CREATED_AT, Relation::createdAt))
            .made(values -> new Relation(
                    values.need(CASE_ID),
                    values.need(TYPE),
                    values.get(REASON),
                    values.need(DIRECTION),
                    values.need(CREATED_BY),
                    values.need(CREATED_AT)));

    /** The field with all relations of a case, as {@code GET /api/tasks/:id/relations} serves them. */
    public static final Field<List<Relation>> RELATIONS = Field.objects("relations", SENT, MOST);

    private RestoredRelations() {}

    /**
     * Reads the relations that a body contains for a case; faults go into the form.
     *
     * @return null if the body contains no relations member, or null for it
     */
    public static @Nullable List<Relation> read(Form form, String id) {
        if (form.value(RELATIONS.name()) == null) {
            return null;
        }
        List<Relation> relations = RELATIONS.in(form);
        for (int i = 0; i < relations.size(); i++) {
            if (relations.get(i).caseId().equals(id)) {
                form.fault(
                        RELATIONS.name() + "/" + i + "/" + CASE_ID.name(),
                        "bounds",
                        "a case is not related to itself",
                        null);
            }
        }
        return relations;
    }

    /** Parses relations that were stored in the form of {@link Relation#RESOURCE}. */
    static List<Relation> stored(@Nullable Object relations) {
        return RELATIONS.in(Form.of(Data.map(RELATIONS.name(), relations)));
    }

    /**
     * What became of relations.
     *
     * @param written how many were added or changed
     * @param refused an element of {@link CaseContext#WARNINGS} for each that could not be restored
     */
    public record Result(int written, List<Map<String, @Nullable Object>> refused) {
        /** Nothing was written or refused. */
        public static final Result NONE = new Result(0, List.of());
    }

    /**
     * Writes the relations of a case that the mutation has locked or is creating. Relations that the case has already,
     * with the same reason, stay as they are.
     *
     * @param types the types that a new relation may have
     * @param imports whether the relations may lead to cases that do not exist yet, name others as their authors, and
     *     have types that are not declared here
     */
    public static Result write(
            Mutation mutation, String id, List<Relation> relations, RelationTypes types, boolean imports) {
        Set<List<@Nullable String>> there = Relations.of(mutation.transaction(), id).stream()
                .map(RestoredRelations::content)
                .collect(Collectors.toSet());
        Set<String> missing = imports
                ? Set.of()
                : Relations.missing(
                        mutation.transaction(),
                        relations.stream().map(Relation::caseId).toList());
        List<Map<String, @Nullable Object>> refused = new ArrayList<>();
        int written = 0;
        for (Relation sent : relations) {
            Relation stored = types.stored(sent);
            Relation wanted = stored == null ? sent : stored;
            if (there.contains(content(wanted))) {
                continue;
            }
            Relation relation = imports ? wanted : wanted.by(mutation.actor(), mutation.at());
            String why = missing.contains(relation.caseId())
                    ? "there is no case " + relation.caseId()
                    : stored == null && !imports
                            ? "there is no such type, only " + String.join(", ", types.names())
                            : write(mutation, id, relation);
            if (why == null) {
                written++;
            } else {
                refused.add(Data.map(
                        "code",
                        "not_restored",
                        "message",
                        "the relation " + relation.type() + " with " + relation.caseId() + ": " + why,
                        "relation",
                        Relation.RESOURCE.view(relation)));
            }
        }
        return new Result(written, refused);
    }

    /** Returns what a relation says, regardless of who created it and when; {@code related} has no direction. */
    private static List<@Nullable String> content(Relation relation) {
        String type = relation.type();
        return Arrays.asList(
                relation.caseId(),
                type,
                type.equals(Relation.RELATED) ? null : relation.direction(),
                relation.reason());
    }

    /** Returns why the relation cannot be written, for example because the case has another parent; null if it was. */
    private static @Nullable String write(Mutation mutation, String id, Relation relation) {
        String from = relation.isOut() ? id : relation.caseId();
        String to = relation.isOut() ? relation.caseId() : id;
        HeldRelation.OfCase held = HeldRelation.between(from, to, relation);
        try {
            held.relation().write(mutation.transaction(), held.holder());
            if (!held.holder().equals(id)) {
                mutation.transaction().execute(FORGET_HASHES, held.holder());
            }
            return null;
        } catch (Refusal refusal) {
            if (refusal.status() != 409) {
                throw refusal;
            }
            return String.valueOf(refusal.getMessage());
        }
    }
}
