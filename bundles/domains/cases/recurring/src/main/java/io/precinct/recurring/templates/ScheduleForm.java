package io.precinct.recurring.templates;

import io.precinct.recurring.RecurringSettings;
import io.precinct.recurring.schedule.BadRule;
import io.precinct.recurring.schedule.Schedule;
import io.precinct.recurring.schedule.Schedule.CatchUp;
import io.precinct.recurring.schedule.Schedule.Kind;
import io.precinct.recurring.schedule.Schedule.MonthEnd;
import io.precinct.rest.api.Form;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the member {@code schedule} of a template; every fault goes into the form. */
final class ScheduleForm {
    static final int LONGEST_RULE = 2000;
    static final int LONGEST_ZONE = 64;
    static final int MOST_CATCH_UP = 1000;
    private static final int FIRST_YEAR = 1900;
    private static final int LAST_YEAR = 2999;

    /** Stands for a schedule that could not be read; the form's check throws before anybody uses it. */
    private static final Schedule FAULTY = new Schedule(
            Kind.AFTER_COMPLETION,
            "P1D",
            LocalDateTime.of(FIRST_YEAR, 1, 1, 0, 0),
            ZoneOffset.UTC,
            MonthEnd.CLAMP,
            CatchUp.LATEST,
            1);

    private ScheduleForm() {}

    static Schedule read(Form body, @Nullable Schedule current, RecurringSettings.Values defaults, Instant now) {
        Form form = body.object("schedule");
        if (form == null) {
            if (body.value("schedule") == null) {
                body.fault("schedule", "required", "schedule is required", "{kind, rule, dtstart, timezone, …}");
            }
            return FAULTY;
        }
        int before = body.faults().size();
        String kind = form.oneOf("kind", names(Kind.values()));
        if (form.value("kind") == null) {
            form.fault("kind", "required", "kind is required", names(Kind.values()));
        }
        String rule = form.requiredText("rule", LONGEST_RULE);
        ZoneId zone = zone(form, defaults.timezone());
        LocalDateTime start = dtstart(form);
        String monthEnd = form.oneOf("month_end", names(MonthEnd.values()));
        String catchUp = form.oneOf("catch_up", names(CatchUp.values()));
        Long most = form.integer("max_catch_up", 1, MOST_CATCH_UP);
        if (body.faults().size() > before || kind == null) {
            return FAULTY;
        }
        LocalDateTime otherwise = current == null
                ? now.atZone(zone).toLocalDateTime().truncatedTo(ChronoUnit.SECONDS)
                : current.dtstart();
        var schedule = new Schedule(
                Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
                rule.strip(),
                start == null ? otherwise : start,
                zone,
                monthEnd == null ? MonthEnd.CLAMP : MonthEnd.valueOf(monthEnd.toUpperCase(Locale.ROOT)),
                catchUp == null ? CatchUp.LATEST : CatchUp.valueOf(catchUp.toUpperCase(Locale.ROOT)),
                most == null ? defaults.maxCatchUp() : most.intValue());
        try {
            schedule.check();
        } catch (BadRule e) {
            form.fault("rule", e.code(), e.explanation(), e.allowed());
        }
        return schedule;
    }

    static List<String> names(Schedule.Word[] values) {
        return Arrays.stream(values).map(Schedule.Word::wireName).toList();
    }

    private static ZoneId zone(Form form, ZoneId otherwise) {
        String name = form.text("timezone", LONGEST_ZONE);
        try {
            return name == null ? otherwise : ZoneId.of(name);
        } catch (DateTimeException e) {
            form.fault("timezone", "enum", "timezone is a name of the IANA time zone database", "Europe/Berlin");
            return ZoneOffset.UTC;
        }
    }

    private static @Nullable LocalDateTime dtstart(Form form) {
        String text = form.text("dtstart", 40);
        if (text == null) {
            return null;
        }
        try {
            LocalDateTime start = LocalDateTime.parse(text).truncatedTo(ChronoUnit.SECONDS);
            if (start.getYear() >= FIRST_YEAR && start.getYear() <= LAST_YEAR) {
                return start;
            }
            form.fault("dtstart", "bounds", "dtstart is in the years " + FIRST_YEAR + " to " + LAST_YEAR, null);
        } catch (DateTimeException e) {
            form.fault("dtstart", "format", "dtstart is a local date and time without offset", "2026-01-31T09:00:00");
        }
        return null;
    }
}
