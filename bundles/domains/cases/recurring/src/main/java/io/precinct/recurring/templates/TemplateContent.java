package io.precinct.recurring.templates;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.api.Cases;
import io.precinct.cases.api.EvidenceTag;
import io.precinct.cases.api.Urgency;
import io.precinct.recurring.RecurringSettings;
import io.precinct.recurring.schedule.Firing;
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
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The members of a template that clients give. Each is declared once, in {@link #RESOURCE}; parsing, storage, responses
 * and the OpenAPI document derive from that declaration. Immutable.
 */
public final class TemplateContent {
    /** The tables of this domain. A new member with its own column needs a migration. */
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

    /** The members of a template that are copied into its cases. */
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

    /** Whether the template fires on schedule; stored in a column to filter by. */
    static final Property<FieldValues, Boolean> IS_ENABLED =
            Property.given(ENABLED, true).stored();

    /** The label of the template and of its cases. */
    static final Property<FieldValues, Object> ITS_LABEL = Property.given(LABEL).storedAs(Type.text());

    /** All members that clients give, in the order in which they are served. */
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

    /** The members that determine the next firing. */
    static final List<String> PLANNED_BY = List.of(ENABLED.name(), SCHEDULE.name(), LEAD_DAYS.name());

    private final FieldValues values;
    private final Schedule schedule;

    private TemplateContent(FieldValues values, Schedule schedule) {
        this.values = values;
        this.schedule = schedule;
    }

    /** Creates the content from stored values. */
    static TemplateContent of(FieldValues values) {
        return new TemplateContent(values, ScheduleMembers.schedule(values.need(SCHEDULE)));
    }

    /** Declares a member that the domain of the cases parses and checks. */
    private static Field<@Nullable Object> ofCase(String name, Schema taken, Schema shown) {
        return Field.of(name, taken).shownAs(shown);
    }

    /**
     * Reads the body of a template; throws a refusal that lists every fault.
     *
     * @param user the signed-in user, or null if the listener does not authenticate users
     * @param current the current content, which supplies {@code enabled} and {@code schedule.dtstart} if the body omits
     *     them; null for a new template
     * @param defaults the values for omitted members of the schedule
     * @param now the default {@code dtstart} of a new template
     */
    static TemplateContent read(
            Form form,
            Cases cases,
            @Nullable String user,
            @Nullable TemplateContent current,
            RecurringSettings.Values defaults,
            Instant now) {
        FieldValues given = Template.RESOURCE.read(form);
        for (Cases.Problem problem : cases.problems(ofCase(given))) {
            form.fault(fault(problem));
        }
        FieldValues said = assigned(form, given, cases, user, current);
        Checklist.checkNames(form, CHECKLISTS.name());
        FieldValues planned = said.get(SCHEDULE);
        if (planned == null) {
            form.check();
            throw new IllegalStateException("a template without a schedule passed the check");
        }
        ZoneId zone = defaults.timezone();
        FieldValues complete = ScheduleMembers.complete(
                planned,
                current == null ? null : current.schedule,
                defaults,
                zone == null ? cases.timezone() : zone,
                now);
        boolean enabled = said.or(ENABLED, current == null || current.isEnabled());
        TemplateContent content = of(tagged(said).with(SCHEDULE, complete).with(ENABLED, enabled));
        ScheduleMembers.check(content.schedule, form, SCHEDULE.name());
        form.check();
        return content;
    }

    private static FieldValues assigned(
            Form form, FieldValues given, Cases cases, @Nullable String user, @Nullable TemplateContent current) {
        if (!(given.get(DETECTIVE) instanceof String name)) {
            return given;
        }
        String stored = current != null && current.values.get(DETECTIVE) instanceof String text ? text : null;
        Cases.Assignee assignee = cases.assignee(name, stored, user);
        if (assignee.problem() != null) {
            form.fault(fault(assignee.problem()));
        }
        return given.with(DETECTIVE, assignee.name());
    }

    private static Fault fault(Cases.Problem problem) {
        return new Fault(problem.pointer(), problem.code(), problem.message(), problem.allowed());
    }

    /** Returns the values with the tags as the cases will hold them. */
    private static FieldValues tagged(FieldValues said) {
        return said.get(EVIDENCE_TAGS) instanceof List<?> tags
                ? said.with(
                        EVIDENCE_TAGS,
                        EvidenceTag.distinct(tags.stream().map(String::valueOf).toList()))
                : said;
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

    /** Returns the given values, as they are stored. */
    FieldValues values() {
        return values;
    }

    /** Returns the same content, enabled or disabled. */
    TemplateContent enabled(boolean now) {
        return new TemplateContent(values.with(ENABLED, now), schedule);
    }

    /** Whether the template fires on schedule. */
    boolean isEnabled() {
        return values.or(ENABLED, true);
    }

    /** Returns when the template is due. */
    public Schedule schedule() {
        return schedule;
    }

    /** Returns the lists with which every case of the template begins. */
    public List<Checklist> checklists() {
        return values.or(CHECKLISTS, List.of());
    }

    /** Returns the timetable of its firings. */
    public Timetable timetable() {
        return new Timetable(schedule, Math.toIntExact(values.or(LEAD_DAYS, 0L)));
    }

    /**
     * Returns the fields of a case. Its due date counts from the local date of the template, but is never before the day
     * that it is elsewhere at that moment: the case would be overdue from its beginning there. A date that is made up for
     * later is overdue only if it would have been overdue anyway.
     *
     * @param now when the case is generated
     * @param elsewhere the zone in which a case becomes overdue
     */
    public Map<String, @Nullable Object> caseOf(Firing firing, Instant now, ZoneId elsewhere) {
        LocalDate date = firing.date();
        MapBuilder fields = Data.mapBuilder().putAll(ofCase(values)).put("scheduled_date", date.toString());
        Long offset = values.get(DUE_OFFSET_DAYS);
        if (offset != null) {
            LocalDate due = date.plusDays(offset);
            boolean late = now.atZone(schedule.timezone()).toLocalDate().isAfter(date);
            LocalDate there =
                    (late ? firing.occurrence() : now).atZone(elsewhere).toLocalDate();
            fields.put("due_date", (there.isAfter(due) ? there : due).toString());
        }
        return fields.build();
    }

    /** Returns the names of the members in which the content differs from another. */
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
