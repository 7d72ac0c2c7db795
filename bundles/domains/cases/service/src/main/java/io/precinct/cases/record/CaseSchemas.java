package io.precinct.cases.record;

import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Schemas;
import java.util.List;

/** The schemas of answers about cases; boundaries declare them, probes are checked against them, and OpenAPI shows them. */
public final class CaseSchemas {
    private static final Schema TEXT = Schema.text();
    private static final Schema COUNT = Schema.integer().atLeast(0);

    /** The id of a case. */
    public static final Schema CASE_ID = Schema.text()
            .matching("^" + CaseLimits.CASE_ID.pattern() + "$")
            .example("task-01890a5d-ac96-774b-bcce-b302099a8057")
            .named("CaseId");

    /** The case in the path. */
    public static final Parameter CASE = Parameter.path("id", CASE_ID).describedAs("The id of the case.");

    static final Schema NOTE_ID =
            Schema.text().matching("^" + CaseLimits.NOTE_ID.pattern() + "$").example("note-0a1b2c3d");

    static final Schema CHANGES = Schema.list(Schema.object()
            .with("field", TEXT.example("priority"))
            .with("old", Schema.any())
            .with("new", Schema.any())
            .example(Data.map("field", "priority", "old", 3, "new", 1)));

    /** A note. */
    public static final Schema NOTE = Schema.object()
            .with("note_id", NOTE_ID)
            .with("timestamp", Schemas.TIME)
            .with("event_type", Schema.oneOf(EventType.NAMES))
            .with("content", TEXT.describedAs("Markdown."))
            .with("detective", TEXT.example("ada"))
            .optionally("edited_at", Schemas.TIME.orNull())
            .optionally("edited_by", TEXT.orNull())
            .optionally("changes", CHANGES)
            .named("Note");

    /** What a case is linked with. */
    public static final Schema LINKS = links().named("Links");

    /** What is merged into the links of a case; unknown keys are ignored. */
    public static final Schema MORE_LINKS = LINKS.open().named("MoreLinks");

    private static final Schema COMMON = common();

    /** A case with its notes. */
    public static final Schema WHOLE =
            COMMON.with("investigation_notes", Schema.list(NOTE)).named("Case");

    /** A case as lists answer it. */
    public static final Schema LISTED = COMMON.with("note_count", COUNT).named("ListedCase");

    /** Some cases. */
    public static final Schema STACK = Schema.list(LISTED);

    private CaseSchemas() {}

    private static Schema links() {
        Schema links = Schema.object();
        for (String key : CaseLimits.LINK_ARRAYS) {
            links = links.optionally(key, Schema.list(Schema.any()));
        }
        return links.optionally(CaseLimits.LINK_CONTEXT, TEXT.orNull())
                .example(Data.map("memories", Data.list("desk/key"), "context", "The desk"));
    }

    private static Schema common() {
        Schema common = Schema.object().with("id", CASE_ID);
        for (TaskField field : TaskField.values()) {
            common = common.with(field.wireName(), served(field));
        }
        return common.with("created_at", Schemas.TIME)
                .with("updated_at", Schemas.TIME)
                .with("version", Schema.integer().atLeast(1))
                .with("auto_detected_keywords", Schema.list(TEXT));
    }

    private static Schema served(TaskField field) {
        Schema schema = CaseFields.schema(field);
        boolean always = field == TaskField.LABEL || field.absent() != null;
        return always ? schema : schema.orNull();
    }

    /** The members that a client never sets; they may be sent back as they are. */
    static Schema assigned(Schema body, boolean asServed) {
        Schema served = (asServed ? Schema.any() : Schema.constantNull()).and("readOnly", true);
        Schema more = body;
        for (String name : List.of(
                "id",
                "created_at",
                "updated_at",
                "version",
                "auto_detected_keywords",
                "investigation_notes",
                "note_count")) {
            if (body.members().get(name) == null) {
                more = more.optionally(name, served.describedAs("Assigned by the service."));
            }
        }
        for (TaskField field : TaskField.GIVEN) {
            if (body.members().get(field.wireName()) == null) {
                more = more.optionally(field.wireName(), served);
            }
        }
        return more;
    }
}
