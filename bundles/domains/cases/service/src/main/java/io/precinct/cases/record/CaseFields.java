package io.precinct.cases.record;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The schemas of the bodies that {@link FieldRules} reads. */
public final class CaseFields {
    /** The hash of the last state that a client had in common with this instance. */
    public static final Field<@Nullable String> BASE_HASH = Field.text("base_hash", 64);

    /** The resolution with which a case is completed. */
    public static final Field<String> RESOLUTION = Field.requiredMarkdown("resolution", CaseLimits.MARKDOWN)
            .describedAs("How it ended; the case gets a note of it.");

    /** A member of an answer that clients may send back. */
    private static final Schema IGNORED = Schema.any().and("readOnly", true);

    /** A new case, without the member {@code resolution}. */
    public static final Schema OPEN = CaseSchemas.assigned(Field.body(fields(TaskField::isPatchable)), false);

    /** A new case. */
    public static final Schema NEW = resolved(OPEN).named("NewCase");

    /** Changes of a case, as a merge patch. */
    public static final Schema PATCH = CaseSchemas.assigned(patch(), true).named("CasePatch");

    /** A whole case as sent by {@code PUT}. */
    public static final Schema REPLACEMENT = whole().named("CaseReplacement");

    /** A pushed case, whole or in part. */
    public static final Schema PUSHED = pushed().with(TaskField.ID.wireName(), CaseSchemas.CASE_ID)
            .optionally(BASE_HASH.name(), Schema.text().atMost(64).orNull())
            .with(Field.body(ListMembers.LISTS, HeldRelation.RELATIONS))
            .describedAs("A member that is missing stays as it is, and has its default in a case that is new here;"
                    + " a member that is null has its default.")
            .named("PushedCase");

    private CaseFields() {}

    /** Adds a fault if a request that completes no case has a resolution; returns null. */
    public static @Nullable String noResolution(Form form) {
        String name = RESOLUTION.name();
        if (form.ignoring(name).has(name)) {
            form.fault(name, "conflict", "resolution is given only with the status completed", null);
        }
        return null;
    }

    private static List<? extends Field<?>> fields(Predicate<TaskField> which) {
        return TaskField.those(which).stream().map(TaskField::field).toList();
    }

    private static Schema patch() {
        Schema patch = Schema.object();
        for (TaskField field : TaskField.those(TaskField::isPatchable)) {
            Schema schema = field.type().taken();
            patch = patch.optionally(field.wireName(), field.isKept() ? schema : schema.orNull());
        }
        return resolved(patch.optionally(
                        TaskField.VERSION.wireName(),
                        TaskField.VERSION.served().orNull().describedAs("The version that the change was made from.")))
                .optionally(OpenWork.MEMBER, IGNORED)
                .closed();
    }

    private static Schema resolved(Schema body) {
        return body.optionally(
                RESOLUTION.name(),
                Type.utf8(CaseLimits.MARKDOWN)
                        .taken()
                        .orNull()
                        .describedAs("What a case is completed with, if status says so; required then."));
    }

    private static Schema pushed() {
        return whole().sparse()
                .optionally(
                        TaskField.LABEL.wireName(),
                        TaskField.LABEL.type().taken().describedAs("Required in a case that is new here."));
    }

    private static Schema whole() {
        Schema whole = Field.body(fields(TaskField::isStored));
        for (TaskField field : List.of(TaskField.ID, TaskField.CREATED_AT, TaskField.UPDATED_AT, TaskField.VERSION)) {
            whole = whole.optionally(field.wireName(), field.type().taken().orNull());
        }
        whole = whole.optionally(
                TaskField.INVESTIGATION_NOTES.wireName(),
                Schema.list(Note.TAKEN).orNull());
        return CaseSchemas.assigned(whole, true).optionally(OpenWork.MEMBER, IGNORED);
    }
}
