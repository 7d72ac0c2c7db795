package io.precinct.recurring.templates;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.postgres.api.Timestamps;
import io.precinct.recurring.schedule.Firing;
import io.precinct.recurring.schedule.Schedule;
import io.precinct.recurring.templates.TemplateContent.Checklist;
import io.precinct.rest.api.StoredJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Between a row and a {@link Template}. */
final class TemplateRows {
    private TemplateRows() {}

    /** The column {@code details}: what has no column of its own. */
    static String details(TemplateContent content) {
        var details = new HashMap<>(content.toData());
        List.of("label", "description", "notes", "enabled").forEach(details::remove);
        var given = new ArrayList<>(content.caseFields().keySet());
        details.keySet().removeIf(name -> TemplateContent.CASE_FIELDS.contains(name) && !given.contains(name));
        return Json.compact(Data.freezeMap(details));
    }

    static Template template(ResultSet row, StatementContext context) throws SQLException {
        Map<String, Long> versions = new HashMap<>();
        StoredJson.map(row.getString("field_versions"))
                .forEach((field, version) -> versions.put(field, version instanceof Number n ? n.longValue() : 0L));
        Instant due = Timestamps.read(row, "next_due");
        Instant occurrence = Timestamps.read(row, "next_occurrence");
        LocalDate date = row.getObject("next_date", LocalDate.class);
        return new Template(
                row.getString("id"),
                content(row),
                due == null || occurrence == null || date == null ? null : new Firing(date, occurrence, due),
                row.getObject("last_date", LocalDate.class),
                Timestamps.read(row, "last_fired"),
                row.getLong("fire_count"),
                row.getString("waiting_for"),
                failure(row),
                row.getLong("version"),
                versions,
                Timestamps.required(row, "created_at"),
                Timestamps.required(row, "updated_at"));
    }

    private static Template.@Nullable Failure failure(ResultSet row) throws SQLException {
        String error = row.getString("failure");
        Instant retry = Timestamps.read(row, "wake_at");
        return error == null || retry == null
                ? null
                : new Template.Failure(row.getInt("attempts"), Timestamps.required(row, "failing_since"), retry, error);
    }

    private static TemplateContent content(ResultSet row) throws SQLException {
        Map<String, @Nullable Object> details = StoredJson.map(row.getString("details"));
        var fields = Data.mapBuilder().put("label", row.getString("label"));
        for (String name : TemplateContent.CASE_FIELDS) {
            if (details.containsKey(name)) {
                fields.put(name, details.get(name));
            }
        }
        if (row.getString("notes") != null) {
            fields.put("notes", row.getString("notes"));
        }
        return new TemplateContent(
                fields.build(),
                row.getString("description"),
                checklists(details),
                row.getBoolean("enabled"),
                schedule(details),
                number(details, "lead_days", 0),
                details.get("due_offset_days") instanceof Number n ? (Integer) n.intValue() : null);
    }

    private static List<Checklist> checklists(Map<String, @Nullable Object> details) {
        List<Checklist> lists = new ArrayList<>();
        if (details.get("checklists") instanceof List<?> stored) {
            for (Object list : stored) {
                if (list instanceof Map<?, ?> map && map.get("items") instanceof List<?> items) {
                    lists.add(new Checklist(
                            String.valueOf(map.get("name")),
                            items.stream().map(String::valueOf).toList()));
                }
            }
        }
        return lists;
    }

    @SuppressWarnings("unchecked") // plain data
    private static Schedule schedule(Map<String, @Nullable Object> details) {
        if (!(details.get("schedule") instanceof Map<?, ?> stored)) {
            throw new IllegalStateException("a stored template has no schedule");
        }
        var schedule = (Map<String, @Nullable Object>) stored;
        return new Schedule(
                Schedule.Kind.valueOf(text(schedule, "kind").toUpperCase(Locale.ROOT)),
                text(schedule, "rule"),
                LocalDateTime.parse(text(schedule, "dtstart")),
                ZoneId.of(text(schedule, "timezone")),
                Schedule.MonthEnd.valueOf(text(schedule, "month_end").toUpperCase(Locale.ROOT)),
                Schedule.CatchUp.valueOf(text(schedule, "catch_up").toUpperCase(Locale.ROOT)),
                number(schedule, "max_catch_up", 1));
    }

    private static String text(Map<String, @Nullable Object> map, String name) {
        return String.valueOf(map.get(name));
    }

    private static int number(Map<String, @Nullable Object> map, String name, int otherwise) {
        return map.get(name) instanceof Number n ? n.intValue() : otherwise;
    }
}
