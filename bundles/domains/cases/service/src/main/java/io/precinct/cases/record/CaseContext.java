package io.precinct.cases.record;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an artifact contains beside a case and its checklists, so that it is self-contained: the relations of the case in
 * both directions, and the Markdown of its node with the text around the checklists.
 *
 * @param relations as {@code GET /api/tasks/:id/relations} serves them; null if a body does not contain them
 * @param node the Markdown, or null if the case has no node, or a body does not contain it
 */
public record CaseContext(
        @Nullable List<Relation> relations, @Nullable String node) {
    /** The context of a case that is not sent as an artifact. */
    public static final CaseContext NONE = new CaseContext(null, null);

    /** The member of an answer that lists what could not be restored; absent if everything was. */
    public static final String WARNINGS = OpenWork.MEMBER;

    private static final int LARGEST_NODE = 1 << 20;

    private static final Field<@Nullable String> NODE = Field.text("node", LARGEST_NODE);

    private static final String PARENT = "parent";
    private static final String CHILDREN = "children";

    /** The schema of {@link #WARNINGS}. */
    public static final Schema NOT_RESTORED = Schema.list(Schema.object()
                    .with("code", Schema.oneOf("not_restored"))
                    .with("message", Schema.text())
                    .optionally("relation", Relation.RESOURCE.schema())
                    .named("NotRestored"))
            .describedAs("What could not be restored. Absent if everything was.");

    /** Copies the relations. */
    public CaseContext(@Nullable List<Relation> relations, @Nullable String node) {
        this.relations = relations == null ? null : List.copyOf(relations);
        this.node = node;
    }

    /** Adds the members of an artifact that {@link #members} returns. */
    public static Schema served(Schema artifact) {
        return artifact.with(RestoredRelations.RELATIONS.name(), Schema.list(Relation.RESOURCE.schema()))
                .with(PARENT, CaseSchemas.CASE_ID.orNull())
                .with(CHILDREN, Schema.list(CaseSchemas.CASE_ID))
                .with(NODE.name(), Schema.text().orNull().describedAs("Markdown."));
    }

    /** Adds the members of an artifact that {@link #read} reads. Parent and children follow from the relations. */
    public static Schema taken(Schema artifact) {
        return artifact.with(Field.body(RestoredRelations.RELATIONS, NODE))
                .optionally(PARENT, Schema.any().and("readOnly", true))
                .optionally(CHILDREN, Schema.any().and("readOnly", true));
    }

    /** Returns the members of an artifact. */
    public Map<String, @Nullable Object> members() {
        List<Relation> all = relations == null ? List.of() : relations;
        String parentOf = OneWay.PARENT_OF.type();
        List<String> parents = new ArrayList<>(1);
        List<String> children = new ArrayList<>();
        for (Relation relation : all) {
            if (relation.type().equals(parentOf)) {
                (relation.isOut() ? children : parents).add(relation.caseId());
            }
        }
        return Data.map(
                RestoredRelations.RELATIONS.name(),
                Relation.RESOURCE.views(all),
                PARENT,
                parents.isEmpty() ? null : parents.getFirst(),
                CHILDREN,
                children,
                NODE.name(),
                node);
    }

    /** Reads the members of an artifact of this case; faults go into the form. */
    public static CaseContext read(Form form, String id) {
        form.ignoring(PARENT, CHILDREN);
        return new CaseContext(RestoredRelations.read(form, id), NODE.in(form));
    }

    /** Returns an element of {@link #WARNINGS}. */
    public static Map<String, @Nullable Object> notRestored(String message) {
        return Data.map("code", "not_restored", "message", message);
    }

    /** Returns an answer with the warnings as a further member, if there are any. */
    public static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> answer, List<Map<String, @Nullable Object>> warnings) {
        return warnings.isEmpty()
                ? answer
                : Data.mapBuilder().putAll(answer).put(WARNINGS, warnings).build();
    }
}
