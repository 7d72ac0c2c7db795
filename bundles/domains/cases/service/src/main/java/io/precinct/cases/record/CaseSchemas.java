package io.precinct.cases.record;

import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;

/**
 * The schemas of responses about cases. Boundaries declare them, probes are checked against them, and OpenAPI shows
 * them.
 */
public final class CaseSchemas {
    /** The id of a case. */
    public static final Schema CASE_ID = CaseTypes.CASE_ID.taken();

    /** The path parameter that names a case. */
    public static final Parameter CASE = Parameter.path("id", CASE_ID).describedAs("The id of the case.");

    /** A note. */
    public static final Schema NOTE = Note.RESOURCE.schema();

    /**
     * Links to merge into the links of a case. It does not invite others: unknown keys are ignored, as the
     * specification wants, so that they have no effect.
     */
    public static final Schema MORE_LINKS = CaseTypes.LINKS.named("MoreLinks");

    private static final Schema COMMON = common();

    /** A case with its notes. */
    public static final Schema WHOLE =
            served(COMMON, TaskField.INVESTIGATION_NOTES).named("Case");

    /** A case that may have ended: then with what is still open in it. */
    public static final Schema ENDED =
            WHOLE.optionally(OpenWork.MEMBER, OpenWork.SCHEMA).named("EndedCase");

    /** A case that was restored or imported: with what could not be. */
    public static final Schema RESTORED =
            WHOLE.optionally(CaseContext.WARNINGS, CaseContext.NOT_RESTORED).named("RestoredCase");

    /** A case in the form that lists serve. */
    public static final Schema LISTED = served(COMMON, TaskField.NOTE_COUNT).named("ListedCase");

    /** The cases of a stack. */
    public static final Schema STACK = Schema.list(LISTED);

    private CaseSchemas() {}

    private static Schema common() {
        Schema common = served(Schema.object(), TaskField.ID);
        for (TaskField field : TaskField.STORED) {
            common = served(common, field);
        }
        for (TaskField field : TaskField.ASSIGNED) {
            if (field != TaskField.ID && field != TaskField.INVESTIGATION_NOTES && field != TaskField.NOTE_COUNT) {
                common = served(common, field);
            }
        }
        return common;
    }

    private static Schema served(Schema schema, TaskField field) {
        return schema.with(field.wireName(), field.served());
    }

    /** Adds the members that clients never set. Clients may send them back unchanged. */
    static Schema assigned(Schema body, boolean asServed) {
        Schema served = (asServed ? Schema.any() : Schema.constantNull()).and("readOnly", true);
        Schema more = body;
        for (TaskField field : TaskField.values()) {
            if (body.members().get(field.wireName()) == null) {
                more = more.optionally(
                        field.wireName(), field.isStored() ? served : served.describedAs("Assigned by the service."));
            }
        }
        return more;
    }
}
