package io.precinct.cases.sync;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Schema;
import io.precinct.cases.record.CaseFields;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.HeldRelation;
import io.precinct.cases.record.ListMembers;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Schemas;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The requests and responses of sync. */
final class SyncDocuments {
    /** The time at which a case was deleted. */
    static final Field<@Nullable Instant> DELETED_AT = Field.time("deleted_at");

    private static final Schema IDS = Schema.list(Schema.text());

    private static final Schema HASH =
            Schema.text().atLeast(1).atMost(64).matching("\\S").example("0".repeat(64));

    private static final Schema DELETIONS = Schema.list(Schema.object()
            .with("id", CaseSchemas.CASE_ID)
            .with(DELETED_AT.name(), Schemas.TIME)
            .optionally(
                    CaseFields.BASE_HASH.name(),
                    HASH.orNull().describedAs("The hash of the state that was deleted. It is not lost, if it is here."))
            .closed());

    private static final Schema LOST = Schema.object()
            .with(
                    "field",
                    Schema.text()
                            .describedAs("A member, consciousness_links.<key>, investigation_notes.<note id>,"
                                    + " checklists.<slug>, checklists.<slug>.<item id>, relations.<case id>.<type>,"
                                    + " task for a whole case, or deleted_at for a deletion."))
            .with("value", Schema.any().describedAs("What did not stay; null if that was a removal."))
            .named("SyncLost");

    static final Declaration MANIFEST = declaration(
            "Compares manifests.",
            Expansion.with(Schema.object())
                    .optionally(
                            "tasks",
                            Schema.list(Schema.object()
                                            .with("id", CaseSchemas.CASE_ID)
                                            .with(TaskField.UPDATED_AT.wireName(), Schemas.TIME)
                                            .with("hash", HASH)
                                            .optionally(
                                                    "version",
                                                    Schema.integer().atLeast(0).orNull())
                                            .optionally(CaseFields.BASE_HASH.name(), HASH.orNull())
                                            .closed())
                                    .orNull())
                    .optionally("deleted", DELETIONS.orNull())
                    .optionally(
                            "filter",
                            Manifest.FILTER
                                    .orNull()
                                    .describedAs("Compares only cases that match here, or are named in the request."))
                    .closed(),
            Schema.object()
                    .with("pull", IDS)
                    .with("push", IDS)
                    .with("conflicts", IDS)
                    .with("deleted", IDS)
                    .with("full_sync", Schema.truth()));

    private static final Schema PULLED = CaseSchemas.WHOLE
            .optionally(
                    ListMembers.LISTS.name(),
                    Schema.list(ListMembers.CONTENT.schema()).describedAs("Sorted by slug, if they are asked for."))
            .optionally(
                    HeldRelation.RELATIONS.name(),
                    Schema.list(HeldRelation.RESOURCE.schema())
                            .describedAs("What this case holds, by case_id and type, if it is asked for."))
            .named("PulledCase");

    static final Declaration PULL = declaration(
            "Gives cases with their notes.",
            Expansion.with(Field.body(Field.texts("ids", Pull.MOST_IDS, 60).required())),
            Schema.object()
                    .with("tasks", Schema.list(PULLED))
                    .with("missing", IDS)
                    .with(
                            "deleted",
                            Schema.list(
                                    Schema.object().with("id", Schema.text()).with(DELETED_AT.name(), Schemas.TIME)))
                    .optionally("remaining", IDS.describedAs("What did not fit into this answer.")));

    /** Each task is validated separately and may be rejected; the schema describes valid tasks. */
    static final Declaration PUSH = declaration(
            "Takes cases with their notes, merged by field.",
            Schema.object()
                    .optionally("tasks", Schema.list(CaseFields.PUSHED).orNull())
                    .optionally("deleted", DELETIONS.orNull())
                    .closed(),
            Schema.object()
                    .with(
                            "results",
                            Schema.list(Schema.object()
                                    .with("id", Schema.any())
                                    .with(
                                            "status",
                                            Schema.oneOf("applied", "merged", "skipped", "conflict", "rejected"))
                                    .optionally("version", Schema.integer())
                                    .optionally("hash", Schema.text())
                                    .optionally("base", Schema.oneOf("unknown"))
                                    .optionally("lost", Schema.list(LOST))
                                    .optionally(
                                            PushResult.REDACTED,
                                            Schema.list(Schema.text())
                                                    .describedAs("Notes and fields whose text was redacted."))
                                    .optionally("deleted", Schema.truth())
                                    .optionally(DELETED_AT.name(), Schemas.TIME)
                                    .optionally("errors", Schema.list(Schemas.FAULT))
                                    .named("SyncResult"))));

    private SyncDocuments() {}

    private static Declaration declaration(String sentence, Schema body, Schema answer) {
        return Declaration.terminal()
                .describedAs(sentence)
                .under(Contracts.READING)
                .under(Contracts.PRINCIPAL)
                .takes(body)
                .answers(
                        Answer.ok("What there is to do, or was done.", answer),
                        Answer.of(502, "No bundle keeps the checklists that are asked for.", Schemas.REFUSAL)
                                .with(Contracts.RETRY_AFTER))
                .build();
    }
}
