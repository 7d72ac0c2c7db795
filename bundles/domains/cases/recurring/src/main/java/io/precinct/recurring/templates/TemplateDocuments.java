package io.precinct.recurring.templates;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.api.Urgency;
import io.precinct.recurring.schedule.Schedule.CatchUp;
import io.precinct.recurring.schedule.Schedule.Kind;
import io.precinct.recurring.schedule.Schedule.MonthEnd;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Schemas;
import org.jspecify.annotations.Nullable;

/** What the endpoints of recurring templates take and answer. */
final class TemplateDocuments {
    private static final Schema COUNT = Schema.integer().atLeast(0);
    private static final Schema ANY_TEXT = Schema.text();

    private static final Schema CHECKLISTS = Schema.list(Field.body(
                    Field.requiredText("name", ContentForm.LONGEST_NAME).example("Sill"),
                    Field.texts("items", ContentForm.MOST_ITEMS, ContentForm.LONGEST_ITEM)))
            .atMost(ContentForm.MOST_LISTS);

    private static final Schema SCHEDULE = Field.body(
                    Field.oneOf("kind", ScheduleForm.names(Kind.values())).required(),
                    Field.requiredText("rule", ScheduleForm.LONGEST_RULE)
                            .describedAs("RFC 5545, five fields of cron, or an ISO 8601 duration, as kind says."),
                    Field.text("dtstart", 40).describedAs("Local date and time without offset."),
                    Field.text("timezone", ScheduleForm.LONGEST_ZONE).describedAs("A name of the IANA database."),
                    Field.oneOf("month_end", ScheduleForm.names(MonthEnd.values()))
                            .orElse("clamp"),
                    Field.oneOf("catch_up", ScheduleForm.names(CatchUp.values()))
                            .orElse("latest"),
                    Field.integer("max_catch_up", 1, ScheduleForm.MOST_CATCH_UP))
            .example(Data.map("kind", "rrule", "rule", "FREQ=WEEKLY;BYDAY=MO"));

    /** The fields of cases are read by the domain of cases, which says what is wrong with them. */
    private static final Schema BODY = served(Field.body(
                    Field.of(
                                    "label",
                                    Schema.text()
                                            .atLeast(1)
                                            .atMost(500)
                                            .matching("\\S")
                                            .example("Water the plants"))
                            .required(),
                    Field.of(
                            "case_type",
                            Schema.text()
                                    .and("x-precinct-see", "Case.case_type")
                                    .example("task")),
                    Field.of("notes", Schema.text().atMost(64 << 10)),
                    Field.integer("priority", 1, 5).orElse(3),
                    Field.of("urgency_level", Schema.oneOf(Urgency.NAMES)).orElse(Urgency.ROUTINE.wireName()),
                    Field.of("detective", Schema.text().atMost(200)),
                    Field.texts("evidence_tags", 1000, 200),
                    Field.markdown("description", ContentForm.LONGEST_TEXT),
                    Field.of("checklists", CHECKLISTS),
                    Field.truth("enabled").orElse(true),
                    Field.integer("lead_days", 0, ContentForm.MOST_LEAD).orElse(0),
                    Field.integer("due_offset_days", 0, ContentForm.MOST_OFFSET),
                    Field.of("schedule", SCHEDULE).required()))
            .named("NewTemplate");

    /** A template as it is answered. */
    static final Schema TEMPLATE = Schema.object()
            .with("id", ANY_TEXT.example("recurring-01890a5d-ac96-774b-bcce-b302099a8057"))
            .with("label", ANY_TEXT.example("Water the plants"))
            .with("description", ANY_TEXT.orNull())
            .with("case_type", ANY_TEXT.orNull())
            .with("notes", ANY_TEXT.orNull())
            .with("priority", Schema.integer().atLeast(1).atMost(5))
            .with("urgency_level", ANY_TEXT.example(Urgency.ROUTINE.wireName()))
            .with("detective", ANY_TEXT.orNull())
            .with("evidence_tags", Schema.list(ANY_TEXT))
            .with(
                    "checklists",
                    Schema.list(Schema.object().with("name", ANY_TEXT).with("items", Schema.list(ANY_TEXT))))
            .with("enabled", Schema.truth())
            .with("schedule", schedule().named("Schedule"))
            .with("lead_days", COUNT)
            .with("due_offset_days", COUNT.orNull())
            .with("next_due", Schemas.TIME.orNull())
            .with("last_fired", Schemas.TIME.orNull())
            .with("fire_count", COUNT)
            .with("version", Schema.integer().atLeast(1))
            .with("created_at", Schemas.TIME)
            .with("updated_at", Schemas.TIME)
            .optionally(
                    "failure",
                    Schema.object()
                            .with("attempts", COUNT)
                            .with("since", Schemas.TIME)
                            .with("retry_at", Schemas.TIME)
                            .with("error", ANY_TEXT))
            .named("Template");

    private static final Schema FIRING =
            Schema.object().with("date", Schemas.DAY).with("at", Schemas.TIME).named("Firing");

    /** A template with what is to come. */
    static final Schema UPCOMING = Schema.object()
            .with(TEMPLATE)
            .with("date", Schemas.DAY)
            .with("at", Schemas.TIME)
            .with("upcoming", Schema.list(FIRING))
            .named("UpcomingTemplate");

    static final Field<@Nullable Boolean> ENABLED =
            Field.truth("enabled").describedAs("Only those that are, or are not.");

    static final Field<String> QUESTION = Field.requiredText("q", TemplateLists.LONGEST_QUESTION)
            .describedAs("What to look for.")
            .example("plants");

    static final Field<@Nullable Long> FIRINGS = Field.integer("count", 1, TemplateLists.MOST_UPCOMING)
            .orElse(TemplateLists.DEFAULT_UPCOMING)
            .describedAs("How many firings of each.");

    static final Field<@Nullable Long> PREVIEWED =
            Field.integer("count", 1, Templates.MOST_PREVIEWED).orElse(Templates.DEFAULT_PREVIEWED);

    private static final Parameter ID = Parameter.path(
                    "id",
                    Schema.text()
                            .matching("^recurring-[0-9a-f-]{36}$")
                            .example("recurring-01890a5d-ac96-774b-bcce-b302099a8057")
                            .named("TemplateId"))
            .describedAs("The id of the template.");

    private static final Answer CHANGED =
            Contracts.changed(Answer.ok("The template.", TEMPLATE).with(Contracts.ETAG));

    static final Contract CREATE = Contracts.CHANGING
            .and(Contract.taking(BODY))
            .and(Contract.of(Contracts.changed(
                    Answer.of(201, "The new template.", TEMPLATE).with(Contracts.ETAG, Contracts.LOCATION))));

    static final Contract READ =
            Contract.of(Answer.ok("The template.", TEMPLATE).with(Contracts.ETAG));

    /** 400 is what the specification answers if there is no such template. */
    static final Contract REPLACE =
            Contracts.CHANGING_VERSION.and(Contract.taking(BODY)).and(Contract.of(CHANGED));

    static final Contract SWITCH =
            Contracts.CHANGING_VERSION.and(Contract.taking(Field.nothing())).and(Contract.of(CHANGED));

    static final Contract DELETE =
            Contracts.CHANGING_VERSION.and(Contract.of(Contracts.changed(Answer.empty(204, "It is deleted."))));

    static final Contract TRIGGER = Contracts.CHANGING_VERSION
            .and(Contract.taking(Field.nothing()))
            .and(Contract.of(Contracts.changed(
                    Answer.of(201, "The case that was generated.", generated()).with(Contracts.LOCATION))));

    static final Contract PREVIEW = Contract.taking(Field.body(PREVIEWED))
            .and(Contract.of(Answer.ok("The firings, the next one first.", Schema.list(FIRING))));

    private TemplateDocuments() {}

    /** A list of templates. */
    static Contract list(Field<?>... filters) {
        return Field.query(filters).and(ListRequest.contract("The templates.", TemplateLists.SORTS, TEMPLATE));
    }

    static Contract upcoming() {
        return Field.query(FIRINGS).and(ListRequest.contract("The templates.", TemplateLists.BY_DUE, UPCOMING));
    }

    static Contract instances() {
        Schema listed = generated().with("note_count", COUNT).named("Instance");
        return ListRequest.contract(
                        "The cases.", TemplateLists.NEWEST, listed, TemplateLists.CASE_FIELDS, listed.sparse())
                .and(Contract.of(Parameter.query("sort", Schema.oneOf(TemplateLists.NEWEST))));
    }

    /** A case, of which another domain knows more. */
    private static Schema generated() {
        return Schema.object()
                .with("id", ANY_TEXT.example("task-01890a5d-ac96-774b-bcce-b302099a8057"))
                .with("label", ANY_TEXT)
                .with("status", ANY_TEXT)
                .with("version", Schema.integer().atLeast(1))
                .open();
    }

    private static Schema schedule() {
        return Schema.object()
                .with("kind", Schema.oneOf(ScheduleForm.names(Kind.values())))
                .with("rule", ANY_TEXT.example("FREQ=WEEKLY;BYDAY=MO"))
                .with("dtstart", ANY_TEXT.example("2026-01-05T09:00:00"))
                .with("timezone", ANY_TEXT.example("Europe/Berlin"))
                .with("month_end", Schema.oneOf(ScheduleForm.names(MonthEnd.values())))
                .with("catch_up", Schema.oneOf(ScheduleForm.names(CatchUp.values())))
                .with("max_catch_up", Schema.integer().atLeast(1));
    }

    /** What the service says of a template may be sent back as it is. */
    private static Schema served(Schema body) {
        Schema more = body;
        for (String name : ContentForm.OURS) {
            more = more.optionally(name, Schema.any().and("readOnly", true));
        }
        return more;
    }

    /** Starts the declaration of an endpoint. */
    static Declaration.Builder of(String path, String sentence) {
        Declaration.Builder declaration =
                Declaration.terminal().describedAs(sentence).under(Contracts.READING);
        return path.contains(":id") ? declaration.takes(ID).under(Contracts.NOT_FOUND) : declaration;
    }
}
