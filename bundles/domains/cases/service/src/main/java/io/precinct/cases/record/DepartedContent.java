package io.precinct.cases.record;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.StoredJson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that belongs to a case, as it was when the case was deleted; the trash restores it.
 *
 * @param task the case as {@code GET} serves it
 * @param relations its relations in both directions
 * @param linkedBy the ids of the cases whose {@code case_links} named it
 * @param node the Markdown of its node in the knowledge graph, or null if it had none
 * @param nodeUnknown whether no bundle provided the knowledge graph, so that {@code node} is not known
 */
public record DepartedContent(
        Map<String, @Nullable Object> task,
        List<Relation> relations,
        List<String> linkedBy,
        @Nullable String node,
        boolean nodeUnknown) {
    private static final String LINKED_BY =
            "SELECT gone.id, t.id FROM unnest(?::text[]) AS gone (id) JOIN cases.task t ON t.case_links <> '[]'"
                    + " AND t.case_links::jsonb @> jsonb_build_array(gone.id) ORDER BY 1, 2";

    private static final String DELETED_BY =
            "SELECT deleted_by FROM cases.departure WHERE id = ? AND content IS NOT NULL";

    private static final String CONTENT = "SELECT content FROM cases.departure WHERE id = ? AND content IS NOT NULL";

    private static final String REPLACE = "UPDATE cases.departure SET content = ? WHERE id = ?";

    private static final String STORE = "UPDATE cases.departure SET deleted_by = ?, via = ?, content = ? WHERE id = ?";

    /** The ways in which a case is deleted. */
    public enum Via {
        /** A request that deletes this case. */
        DELETE,
        /** A request that deletes several cases. */
        BULK,
        /** A deletion on another instance that was synchronised. */
        SYNC;

        /** Returns the name on the wire. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Copies the lists; {@code task} is plain data. */
    public DepartedContent {
        relations = List.copyOf(relations);
        linkedBy = List.copyOf(linkedBy);
    }

    /**
     * Reads what belongs to these cases, which the transaction has locked and is about to delete.
     *
     * @param nodes the Markdown of their nodes by case id, or null if no bundle provides the knowledge graph
     * @return the content by case id
     */
    public static Map<String, DepartedContent> of(
            Transaction transaction, Collection<CaseWithNotes> cases, @Nullable Map<String, String> nodes) {
        List<String> ids = cases.stream().map(each -> each.task().id()).toList();
        Map<String, List<String>> linkedBy = new HashMap<>();
        transaction
                .createQuery(LINKED_BY)
                .bindArray(0, String.class, ids)
                .map((row, _) -> Map.entry(row.getString(1), row.getString(2)))
                .forEach(link -> linkedBy.computeIfAbsent(link.getKey(), _ -> new ArrayList<>())
                        .add(link.getValue()));
        Map<String, DepartedContent> contents = new HashMap<>();
        for (CaseWithNotes each : cases) {
            String id = each.task().id();
            contents.put(
                    id,
                    new DepartedContent(
                            each.toData(),
                            Relations.of(transaction, id),
                            linkedBy.getOrDefault(id, List.of()),
                            nodes == null ? null : nodes.get(id),
                            nodes == null));
        }
        return contents;
    }

    /** Parses content that {@link #toJson} returned. */
    @SuppressWarnings("unchecked") // plain data
    public static DepartedContent stored(String json) {
        Map<String, @Nullable Object> data = StoredJson.map(json);
        return new DepartedContent(
                data.get("task") instanceof Map<?, ?> task ? (Map<String, @Nullable Object>) task : Map.of(),
                RestoredRelations.stored(data.get("relations")),
                data.get("linked_by") instanceof List<?> ids
                        ? ids.stream().map(String::valueOf).toList()
                        : List.of(),
                data.get("node") instanceof String node ? node : null,
                Boolean.TRUE.equals(data.get("node_unknown")));
    }

    /**
     * Checks that an actor may create a case with this id, which takes the deleted case out of the trash. The caller
     * has locked the id.
     *
     * @throws Refusal 403 {@code role_required}
     */
    // @req:case-trash
    public static void checkLeaving(Transaction transaction, String id, Actor actor) {
        if (!actor.changesAll()) {
            transaction
                    .select(DELETED_BY, id)
                    .map((row, _) -> Optional.ofNullable(row.getString(1)))
                    .findOne()
                    .ifPresent(deletedBy -> actor.checkRestoring(id, deletedBy.orElse(null)));
        }
    }

    /** Returns the content of a case that the trash keeps, or null. The caller has locked the id. */
    static @Nullable DepartedContent find(Transaction transaction, String id) {
        return transaction
                .select(CONTENT, id)
                .map((row, _) -> stored(row.getString(1)))
                .findOne()
                .orElse(null);
    }

    /** Returns the notes of the case. */
    List<Note> notes() {
        return FieldRules.whole(Form.of(task), Actor.local("trash")).notes();
    }

    /** Adds the statement that gives the case in the trash these notes. */
    void replaceNotes(StatementBatch batch, String id, List<Note> notes) {
        Map<String, @Nullable Object> changed = Data.mapBuilder()
                .putAll(task)
                .put(
                        TaskField.INVESTIGATION_NOTES.wireName(),
                        notes.stream().map(Note::toData).toList())
                .build();
        var content = new DepartedContent(changed, relations, linkedBy, node, nodeUnknown);
        batch.add(REPLACE, content.toJson(), id);
    }

    String toJson() {
        return Json.compact(Data.map(
                "task", task,
                "relations", Relation.RESOURCE.views(relations),
                "linked_by", linkedBy,
                "node", node,
                "node_unknown", nodeUnknown));
    }

    /** Adds the statement that puts a case into the trash. Execute it after the case is deleted. */
    public void store(StatementBatch batch, String id, Via via, String by) {
        batch.add(STORE, by, via.wireName(), toJson(), id);
    }

    /** Returns all cases that this case was linked or related with. */
    public List<String> partners() {
        List<String> partners = new ArrayList<>(linkedBy);
        relations.forEach(relation -> partners.add(relation.caseId()));
        return partners.stream().distinct().sorted().toList();
    }
}
