package io.precinct.recurring.templates;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.recurring.RecurringSettings;
import io.precinct.recurring.schedule.BadRule;
import io.precinct.recurring.schedule.Schedule;
import io.precinct.recurring.schedule.Schedule.CatchUp;
import io.precinct.recurring.schedule.Schedule.Kind;
import io.precinct.recurring.schedule.Schedule.MonthEnd;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.FieldValues;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The members of a schedule, each declared once. */
final class ScheduleMembers {
    private static final int LONGEST_RULE = 2000;
    private static final int LONGEST_ZONE = 64;
    private static final int MOST_CATCH_UP = 1000;
    private static final int FIRST_YEAR = 1900;
    private static final int LAST_YEAR = 2999;

    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

    private static final Field<@Nullable Kind> KIND =
            Field.of("kind", word(Kind.values(), Kind::valueOf)).required();

    private static final Field<String> RULE = Field.requiredText("rule", LONGEST_RULE)
            .describedAs("RFC 5545, five fields of cron, or an ISO 8601 duration, as kind says.");

    private static final Type<LocalDateTime> LOCAL_TIME = Type.text(40)
            .as(
                    text -> LocalDateTime.parse(text).truncatedTo(ChronoUnit.SECONDS),
                    LOCAL::format,
                    "format",
                    "is a local date and time without offset",
                    "2026-01-31T09:00:00")
            .where(
                    start -> start.getYear() >= FIRST_YEAR && start.getYear() <= LAST_YEAR,
                    "bounds",
                    "is in the years " + FIRST_YEAR + " to " + LAST_YEAR,
                    null);

    private static final Field<@Nullable LocalDateTime> DTSTART =
            Field.of("dtstart", LOCAL_TIME).describedAs("Local date and time without offset.");

    private static final Type<ZoneId> ZONE = Type.text(LONGEST_ZONE)
            .as(ZoneId::of, ZoneId::getId, "enum", "is a name of the IANA time zone database", "Europe/Berlin");

    private static final Field<@Nullable ZoneId> TIMEZONE =
            Field.of("timezone", ZONE).describedAs("A name of the IANA database.");

    private static final Field<@Nullable MonthEnd> MONTH_END =
            Field.of("month_end", word(MonthEnd.values(), MonthEnd::valueOf)).orElse(MonthEnd.CLAMP.wireName());

    private static final Field<@Nullable CatchUp> CATCH_UP =
            Field.of("catch_up", word(CatchUp.values(), CatchUp::valueOf)).orElse(CatchUp.LATEST.wireName());

    private static final Field<@Nullable Long> MAX_CATCH_UP = Field.integer("max_catch_up", 1, MOST_CATCH_UP);

    /** The members as far as a client gives them; {@link #complete} adds the rest. */
    static final Resource<FieldValues> RESOURCE = Resource.of(
                    Property.given(KIND),
                    shown(RULE, "FREQ=WEEKLY;BYDAY=MO"),
                    shown(DTSTART, "2026-01-05T09:00:00"),
                    shown(TIMEZONE, "Europe/Berlin"),
                    Property.given(MONTH_END),
                    Property.given(CATCH_UP),
                    Property.given(MAX_CATCH_UP))
            .named("Schedule")
            .made(values -> values);

    private ScheduleMembers() {}

    private static <W extends Schedule.Word> Type<W> word(W[] words, Function<String, W> named) {
        return Type.oneOf(Arrays.stream(words).map(Schedule.Word::wireName).toList())
                .as(word -> named.apply(word.toUpperCase(Locale.ROOT)), Schedule.Word::wireName);
    }

    /** Declares a member with an example in responses. */
    private static <V> Property<FieldValues, V> shown(Field<? extends @Nullable V> field, String example) {
        return Property.given(field.shownAs(Schema.text().example(example)));
    }

    /**
     * Completes the members of a schedule.
     *
     * @param current the current schedule, whose {@code dtstart} is kept; null for a new schedule
     * @param defaults the values for members that are not given
     * @param usual the time zone of a schedule that names none
     * @param now the default {@code dtstart} of a new schedule
     */
    static FieldValues complete(
            FieldValues said,
            @Nullable Schedule current,
            RecurringSettings.Values defaults,
            ZoneId usual,
            Instant now) {
        ZoneId zone = said.or(TIMEZONE, usual);
        LocalDateTime start = current == null
                ? now.atZone(zone).toLocalDateTime().truncatedTo(ChronoUnit.SECONDS)
                : current.dtstart();
        return said.with(RULE, said.need(RULE).strip())
                .with(DTSTART, said.or(DTSTART, start))
                .with(TIMEZONE, zone)
                .with(MONTH_END, said.or(MONTH_END, MonthEnd.CLAMP))
                .with(CATCH_UP, said.or(CATCH_UP, CatchUp.LATEST))
                .with(MAX_CATCH_UP, said.or(MAX_CATCH_UP, (long) defaults.maxCatchUp()));
    }

    /** Returns the schedule with these members. */
    static Schedule schedule(FieldValues complete) {
        return new Schedule(
                complete.need(KIND),
                complete.need(RULE),
                complete.need(DTSTART),
                complete.need(TIMEZONE),
                complete.need(MONTH_END),
                complete.need(CATCH_UP),
                Math.toIntExact(complete.need(MAX_CATCH_UP)));
    }

    /** Adds a fault if the rule of the schedule is invalid. */
    static void check(Schedule schedule, Form form, String place) {
        try {
            schedule.check();
        } catch (BadRule e) {
            form.fault(place + "/" + RULE.name(), e.code(), e.explanation(), e.allowed());
        }
    }
}
