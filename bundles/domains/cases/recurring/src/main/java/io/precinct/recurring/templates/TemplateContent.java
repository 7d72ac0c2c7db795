package io.precinct.recurring.templates;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.api.Cases;
import io.precinct.cases.api.Urgency;
import io.precinct.recurring.RecurringSettings;
import io.precinct.recurring.schedule.Schedule;
import io.precinct.recurring.schedule.Timetable;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.FieldValues;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Refusal.Fault;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of a template. Each member is said once, in {@link #RESOURCE}: what is read, stored and answered and
 * the OpenAPI document are made of it. Immutable.
 */
public final class TemplateContent {
    /** The tables of this domain: a new member with a column of its own comes with a migration. */
    public static final io.precinct.postgres.api.Schema TABLES =
            io.precinct.postgres.api.Schema.of("recurring", TemplateContent.class, "001-recurring.sql");

    private static final int LONGEST_TEXT = 64 << 10;
    private static final int MOST_LISTS = 20;
    private static final int MOST_LEAD = 366;
    private static final int MOST_OFFSET = 3660;
    private static final int PLAIN_PRIORITY = 3;

    private static final Schema TEXT = Schema.text();

    private static final Field<@Nullable Object> LABEL = ofCase(
                    "label", Type.filledText(500).taken().example("Water the plants"), TEXT.example("Water the plants"))
            .required();

    private static final Field<@Nullable Object> CASE_TYPE =
            ofCase("case_type", TEXT.and("x-precinct-see", "Case.case_type").example("task"), TEXT);

    private static final Field<@Nullable Object> NOTES =
            ofCase("notes", Type.utf8(LONGEST_TEXT).taken(), TEXT);

    private static final Field<@Nullable Object> PRIORITY = ofCase(
            "priority",
            Type.integer(1, 5).taken().orElse(PLAIN_PRIORITY),
            Type.integer(1, 5).taken());

    private static final Field<@Nullable Object> URGENCY_LEVEL = ofCase(
            "urgency_level",
            Schema.oneOf(Urgency.NAMES).orElse(Urgency.ROUTINE.wireName()),
            TEXT.example(Urgency.ROUTINE.wireName()));

    private static final Field<@Nullable Object> DETECTIVE =
            ofCase("detective", Type.text(200).taken(), TEXT);

    private static final Field<@Nullable Object> EVIDENCE_TAGS =
            ofCase("evidence_tags", Type.list(Type.filledText(200), 1000).taken(), Schema.list(TEXT));

    /** The members of a template that go into its cases as they are. */
    private static final List<Field<@Nullable Object>> OF_CASES =
            List.of(LABEL, CASE_TYPE, NOTES, PRIORITY, URGENCY_LEVEL, DETECTIVE, EVIDENCE_TAGS);

    private static final Field<@Nullable String> DESCRIPTION = Field.markdown("description", LONGEST_TEXT);

    private static final Field<List<Checklist>> CHECKLISTS =
            Field.objects("checklists", Checklist.RESOURCE, MOST_LISTS);

    private static final Field<@Nullable Boolean> ENABLED =
            Field.truth("enabled").orElse(true);

    private static final Field<@Nullable FieldValues> SCHEDULE = Field.object("schedule", ScheduleMembers.RESOURCE)
            .required()
            .example(Data.map("kind", "rrule", "rule", "FREQ=WEEKLY;BYDAY=MO"))
            .shownAs(ScheduleMembers.RESOURCE.schema());

    private static final Field<@Nullable Long> LEAD_DAYS =
            Field.integer("lead_days", 0, MOST_LEAD).orElse(0);

    private static final Field<@Nullable Long> DUE_OFFSET_DAYS = Field.integer("due_offset_days", 0, MOST_OFFSET);

    /** Whether it fires on schedule, as a column to filter by. */
    static final Property<FieldValues, Boolean> IS_ENABLED =
            Property.given(ENABLED, true).stored();

    /** What it and its cases are called. */
    static final Property<FieldValues, Object> ITS_LABEL = Property.given(LABEL).storedAs(Type.text());

    /** What is said of a template, in the order in which it is answered. */
    static final Resource<TemplateContent> RESOURCE = Resource.<FieldValues>of(
                    ITS_LABEL,
                    Property.given(DESCRIPTION).orNull().stored(),
                    Property.given(CASE_TYPE).orNull(),
                    Property.given(NOTES).orNull().storedAs(Type.text()),
                    Property.given(PRIORITY, PLAIN_PRIORITY),
                    Property.given(URGENCY_LEVEL, Urgency.ROUTINE.wireName()),
                    Property.given(DETECTIVE).orNull(),
                    Property.given(EVIDENCE_TAGS, List.of()),
                    Property.given(CHECKLISTS),
                    IS_ENABLED,
                    Property.given(SCHEDULE),
                    Property.given(LEAD_DAYS, 0L),
                    Property.given(DUE_OFFSET_DAYS).orNull())
            .from(TemplateContent::values);

    /** The members on which the next firing depends. */
    static final List<String> PLANNED_BY = List.of(ENABLED.name(), SCHEDULE.name(), LEAD_DAYS.name());

    private final FieldValues values;
    private final Schedule schedule;

    private TemplateContent(FieldValues values, Schedule schedule) {
        this.values = values;
        this.schedule = schedule;
    }

    /** What is stored of a template. */
    static TemplateContent of(FieldValues values) {
        return new TemplateContent(values, ScheduleMembers.schedule(values.need(SCHEDULE)));
    }

    /** A member that another domain, that of the cases, reads and checks. */
    private static Field<@Nullable Object> ofCase(String name, Schema taken, Schema shown) {
        return Field.of(name, taken).shownAs(shown);
    }

    /**
     * Reads the body of a template; throws a refusal with every fault.
     *
     * @param current what the template says now, which is kept of {@code enabled} and {@code schedule.dtstart} if the body
     *     does not say it; null for a new one
     * @param defaults what a schedule is if the body does not say
     * @param now what a missing {@code dtstart} of a new template is
     */
    static TemplateContent read(
            Form form, Cases cases, @Nullable TemplateContent current, RecurringSettings.Values defaults, Instant now) {
        FieldValues said = Template.RESOURCE.read(form);
        for (Cases.Problem problem : cases.problems(ofCase(said))) {
            form.fault(new Fault(problem.pointer(), problem.code(), problem.message(), problem.allowed()));
        }
        Checklist.checkNames(form, CHECKLISTS.name());
        FieldValues planned = said.get(SCHEDULE);
        if (planned == null) {
            form.check();
            throw new IllegalStateException("a template without a schedule passed the check");
        }
        FieldValues complete =
                ScheduleMembers.complete(planned, current == null ? null : current.schedule, defaults, now);
        boolean enabled = said.or(ENABLED, current == null || current.isEnabled());
        TemplateContent content = of(said.with(SCHEDULE, complete).with(ENABLED, enabled));
        ScheduleMembers.check(content.schedule, form, SCHEDULE.name());
        form.check();
        return content;
    }

    private static Map<String, @Nullable Object> ofCase(FieldValues said) {
        MapBuilder fields = Data.mapBuilder();
        for (Field<@Nullable Object> field : OF_CASES) {
            Object value = said.get(field);
            if (value != null) {
                fields.put(field.name(), value);
            }
        }
        return fields.build();
    }

    /** What clients said, as it is stored. */
    FieldValues values() {
        return values;
    }

    /** The same, enabled or not. */
    TemplateContent enabled(boolean now) {
        return new TemplateContent(values.with(ENABLED, now), schedule);
    }

    /** Whether it fires on schedule. */
    boolean isEnabled() {
        return values.or(ENABLED, true);
    }

    /** When it is due. */
    public Schedule schedule() {
        return schedule;
    }

    /** The lists that every case of it begins with. */
    public List<Checklist> checklists() {
        return values.or(CHECKLISTS, List.of());
    }

    /** Its firings. */
    public Timetable timetable() {
        return new Timetable(schedule, Math.toIntExact(values.or(LEAD_DAYS, 0L)));
    }

    /** The fields of a case for this date. */
    public Map<String, @Nullable Object> caseOf(LocalDate date) {
        MapBuilder fields = Data.mapBuilder().putAll(ofCase(values)).put("scheduled_date", date.toString());
        Long offset = values.get(DUE_OFFSET_DAYS);
        if (offset != null) {
            fields.put("due_date", date.plusDays(offset).toString());
        }
        return fields.build();
    }

    /** The names of the members in which it differs from another. */
    List<String> differences(TemplateContent other) {
        Map<String, @Nullable Object> theirs = RESOURCE.view(other);
        return RESOURCE.view(this).entrySet().stream()
                .filter(member -> !Data.equal(member.getValue(), theirs.get(member.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TemplateContent content && values.equals(content.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(values);
    }
}
