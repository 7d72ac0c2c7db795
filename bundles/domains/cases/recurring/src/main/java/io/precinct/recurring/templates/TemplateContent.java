package io.precinct.recurring.templates;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.cases.api.Urgency;
import io.precinct.recurring.schedule.Schedule;
import io.precinct.recurring.schedule.Timetable;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of a template.
 *
 * @param caseFields label, notes and whatever else goes into the case as it is, frozen; those not given are absent
 * @param description what the template is for
 * @param checklists of every case
 * @param enabled whether it fires on schedule
 * @param schedule when
 * @param leadDays how many days before the occurrence the case is generated
 * @param dueOffsetDays how many days after the occurrence the case is due, or null: it has no due date
 */
public record TemplateContent(
        Map<String, @Nullable Object> caseFields,
        @Nullable String description,
        List<Checklist> checklists,
        boolean enabled,
        Schedule schedule,
        int leadDays,
        @Nullable Integer dueOffsetDays) {
    /** The members of a template that go into its cases as they are, in their order. */
    static final List<String> CASE_FIELDS =
            List.of("label", "case_type", "notes", "priority", "urgency_level", "detective", "evidence_tags");

    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

    // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class file.
    public TemplateContent(
            Map<String, @Nullable Object> caseFields,
            @Nullable String description,
            List<Checklist> checklists,
            boolean enabled,
            Schedule schedule,
            int leadDays,
            @Nullable Integer dueOffsetDays) {
        this.caseFields = Data.freezeMap(caseFields);
        this.description = description;
        this.checklists = List.copyOf(checklists);
        this.enabled = enabled;
        this.schedule = schedule;
        this.leadDays = leadDays;
        this.dueOffsetDays = dueOffsetDays;
    }

    /**
     * A list that every case of the template begins with.
     *
     * @param items each one line
     */
    public record Checklist(String name, List<String> items) {
        public Checklist {
            items = List.copyOf(items);
        }

        /** As a template shows it. */
        public Map<String, @Nullable Object> toData() {
            return Data.map("name", name, "items", items);
        }
    }

    /** The same, enabled or not. */
    TemplateContent enabled(boolean now) {
        return new TemplateContent(caseFields, description, checklists, now, schedule, leadDays, dueOffsetDays);
    }

    /** Its firings. */
    public Timetable timetable() {
        return new Timetable(schedule, leadDays);
    }

    /** The fields of a case for this date. */
    public Map<String, @Nullable Object> caseOf(LocalDate date) {
        MapBuilder fields = Data.mapBuilder().putAll(caseFields).put("scheduled_date", date.toString());
        if (dueOffsetDays != null) {
            fields.put("due_date", date.plusDays(dueOffsetDays).toString());
        }
        return fields.build();
    }

    /** Its members as a template shows them. */
    Map<String, @Nullable Object> toData() {
        MapBuilder data = Data.mapBuilder()
                .put("label", caseFields.get("label"))
                .put("description", description)
                .put("case_type", caseFields.get("case_type"))
                .put("notes", caseFields.get("notes"))
                .put("priority", caseFields.getOrDefault("priority", 3))
                .put("urgency_level", caseFields.getOrDefault("urgency_level", Urgency.ROUTINE.wireName()))
                .put("detective", caseFields.get("detective"))
                .put("evidence_tags", caseFields.getOrDefault("evidence_tags", List.of()))
                .put("checklists", checklists.stream().map(Checklist::toData).toList())
                .put("enabled", enabled)
                .put("schedule", toData(schedule))
                .put("lead_days", leadDays)
                .put("due_offset_days", dueOffsetDays);
        return data.build();
    }

    private static Map<String, @Nullable Object> toData(Schedule schedule) {
        return Data.map(
                "kind", schedule.kind().wireName(),
                "rule", schedule.rule(),
                "dtstart", LOCAL.format(schedule.dtstart()),
                "timezone", schedule.timezone().getId(),
                "month_end", schedule.monthEnd().wireName(),
                "catch_up", schedule.catchUp().wireName(),
                "max_catch_up", schedule.maxCatchUp());
    }
}
