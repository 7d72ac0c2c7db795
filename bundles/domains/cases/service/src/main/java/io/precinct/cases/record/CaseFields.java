package io.precinct.cases.record;

import static io.precinct.cases.record.CaseLimits.ELEMENTS;
import static io.precinct.cases.record.CaseLimits.LABEL;
import static io.precinct.cases.record.CaseLimits.MARKDOWN;
import static io.precinct.cases.record.CaseLimits.NAME;
import static io.precinct.cases.record.CaseLimits.PLACE;
import static io.precinct.cases.record.CaseLimits.TEMPLATE_ID;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.CaseType;
import io.precinct.cases.api.Urgency;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Schemas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The schemas of the bodies that {@link FieldRules} reads. */
public final class CaseFields {
    private static final Schema NOTES = Schema.list(Field.body(
            Field.of("note_id", CaseSchemas.NOTE_ID.orNull()),
            Field.oneOf("event_type", EventType.NAMES),
            Field.requiredMarkdown("content", MARKDOWN),
            Field.text("detective", NAME),
            Field.time("timestamp"),
            Field.time("edited_at"),
            Field.text("edited_by", NAME),
            Field.of("changes", CaseSchemas.CHANGES)));

    /** A new case. */
    public static final Schema NEW = CaseSchemas.assigned(
                    Field.body(fields(field -> !TaskField.GIVEN.contains(field))), false)
            .named("NewCase");

    /** Changes of a case, as a merge patch. */
    public static final Schema PATCH = CaseSchemas.assigned(patch(), true).named("CasePatch");

    /** A whole case as it is put. */
    public static final Schema REPLACEMENT = whole().named("CaseReplacement");

    /** A whole case as it is pushed. */
    public static final Schema PUSHED = whole().with("id", CaseSchemas.CASE_ID)
            .optionally("base_hash", Schema.text().atMost(64).orNull())
            .named("PushedCase");

    private CaseFields() {}

    /** The schema of a field that is not null. */
    static Schema schema(TaskField field) {
        return switch (field) {
            case LABEL -> Schema.text().atLeast(1).atMost(LABEL).matching("\\S").example("Find the key");
            case PRIORITY -> Schema.integer().atLeast(1).atMost(5);
            case STATUS -> Schema.oneOf(CaseStatus.NAMES);
            case CASE_TYPE -> Schema.oneOf(CaseType.NAMES);
            case URGENCY_LEVEL -> Schema.oneOf(Urgency.NAMES);
            case CLASSIFICATION -> Schema.oneOf(CaseLimits.CLASSIFICATIONS);
            case DETECTIVE -> Schema.text().atMost(NAME);
            case REPOSITORY_CONTEXT -> Schema.text().atMost(PLACE);
            case NOTES -> Type.utf8(MARKDOWN).taken().describedAs("Markdown.");
            case EVIDENCE_TAGS ->
                Schema.list(Schema.text().atLeast(1).atMost(NAME).matching("\\S"))
                        .atMost(ELEMENTS);
            case CASE_LINKS -> Schema.list(CaseSchemas.CASE_ID).atMost(ELEMENTS);
            case SCHEDULED_DATE, DUE_DATE, RECURRENCE_DATE -> Schemas.DAY;
            case RECURRING_TEMPLATE_ID ->
                Schema.text()
                        .matching("^" + TEMPLATE_ID.pattern() + "$")
                        .example("recurring-01890a5d-ac96-774b-bcce-b302099a8057");
            case PREVIOUS_INSTANCE_ID -> CaseSchemas.CASE_ID;
            case LAST_VIEWED -> Schemas.TIME;
            case CURRENT_RESUME ->
                Type.utf8(MARKDOWN)
                        .taken()
                        .and("contentMediaType", "application/json")
                        .describedAs("A string that holds a JSON object.")
                        .example("{\"session_id\":\"1\"}");
            case CONSCIOUSNESS_LINKS -> CaseSchemas.LINKS;
            case PINNED -> Schema.truth();
        };
    }

    /** A field as a body has it. */
    private static Field<?> field(TaskField field) {
        Field<?> one = Field.of(field.wireName(), schema(field));
        if (field == TaskField.LABEL) {
            return one.required();
        }
        return switch (field.absent()) {
            case String text -> one.orElse(text);
            case Number number -> one.orElse(number);
            case Boolean truth -> one.orElse(truth);
            case null, default -> one;
        };
    }

    private static List<Field<?>> fields(Predicate<TaskField> which) {
        List<Field<?>> fields = new ArrayList<>();
        Arrays.stream(TaskField.values()).filter(which).forEach(field -> fields.add(field(field)));
        return fields;
    }

    private static Schema patch() {
        Schema patch = Schema.object();
        for (TaskField field : TaskField.values()) {
            if (!TaskField.GIVEN.contains(field)) {
                boolean kept = field == TaskField.LABEL || field == TaskField.STATUS;
                Schema schema = schema(field);
                patch = patch.optionally(field.wireName(), kept ? schema : schema.orNull());
            }
        }
        return patch.optionally(
                        "version",
                        Schema.integer().atLeast(1).orNull().describedAs("The version that the change was made from."))
                .optionally(
                        "resolution",
                        Type.utf8(MARKDOWN)
                                .taken()
                                .orNull()
                                .describedAs("What a case is completed with, where status says so."))
                .closed();
    }

    private static Schema whole() {
        Schema whole = Field.body(fields(_ -> true))
                .optionally("id", CaseSchemas.CASE_ID.orNull())
                .optionally("created_at", Schemas.TIME.orNull())
                .optionally("updated_at", Schemas.TIME.orNull())
                .optionally(
                        "version",
                        Schema.integer().atLeast(1).atMost(CaseLimits.VERSION).orNull())
                .optionally("investigation_notes", NOTES.orNull());
        return CaseSchemas.assigned(whole, true);
    }
}
