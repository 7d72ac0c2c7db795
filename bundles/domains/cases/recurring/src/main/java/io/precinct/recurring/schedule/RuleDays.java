package io.precinct.recurring.schedule;

import io.precinct.api.data.Data;
import io.precinct.recurring.schedule.RuleText.End;
import io.precinct.recurring.schedule.RuleText.Weeks;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.jspecify.annotations.Nullable;

/**
 * A recurrence rule of RFC 5545, anchored to its start. The rule decides whether the start is an occurrence.
 *
 * @param start the first date and time
 * @param walkedFrom where the library begins; occurrences before {@code start} are ignored
 * @param zone the time zone in which an end given in UTC is evaluated
 * @param rule the rule for the library, without the parts that the other components handle
 * @param stepDays the interval in days for a daily rule, else 0
 * @param times the times of every date; null if only the library can determine the times, because they are counted or
 *     picked by position
 * @param count the most occurrences, or null
 * @param end the last moment, or null
 * @param weeks the weeks of the year to which the rule is limited, or null
 */
record RuleDays(
        LocalDateTime start,
        LocalDateTime walkedFrom,
        ZoneId zone,
        String rule,
        int stepDays,
        @Nullable List<LocalTime> times,
        @Nullable Integer count,
        @Nullable End end,
        @Nullable Weeks weeks)
        implements Days {
    /** Most times of a date if times are counted: the library walks each of them, beginning at the start. */
    private static final int MOST_COUNTED_TIMES = 48;

    private static final Set<String> ENDS = Set.of("COUNT", "UNTIL");
    private static final Set<String> ENDS_AND_TIMES = Set.of("COUNT", "UNTIL", "BYHOUR", "BYMINUTE", "BYSECOND");

    /** Parses the rule. */
    static RuleDays of(String text, LocalDateTime start, ZoneId zone, boolean clamp) throws BadRule {
        RuleText parts = RuleText.of(text);
        List<LocalTime> times = parts.times(start.toLocalTime());
        boolean timed = parts.has("BYHOUR", "BYMINUTE", "BYSECOND") && parts.has("COUNT", "BYSETPOS");
        if (timed && times.size() > MOST_COUNTED_TIMES) {
            throw new BadRule(
                    "bounds",
                    "with COUNT or BYSETPOS a date has at most " + MOST_COUNTED_TIMES + " times",
                    Data.map("max_items", MOST_COUNTED_TIMES));
        }
        String rest = parts.without(timed ? ENDS : ENDS_AND_TIMES);
        if (clamp && parts.mayMissDays(start.getDayOfMonth())) {
            // RFC 7529: a day that a month lacks becomes the last day of the month
            rest = (parts.has("RSCALE") ? "" : "RSCALE=GREGORIAN;") + rest + ";SKIP=BACKWARD";
        }
        RecurrenceRule read = read(rest);
        int step = "DAILY".equals(parts.parts().get("FREQ")) ? read.getInterval() : 0;
        return new RuleDays(
                start,
                parts.picksFromYears() ? yearBefore(start, read.getInterval()) : start,
                zone,
                rest,
                step,
                timed ? null : times,
                parts.count(),
                parts.until(),
                parts.weeks());
    }

    /**
     * Returns a start in an earlier year: the library would pick from the rest of the first year only, but positions
     * count in the whole year.
     */
    private static LocalDateTime yearBefore(LocalDateTime start, int interval) {
        return start.withDayOfYear(1).minusYears(interval);
    }

    private static RecurrenceRule read(String rule) throws BadRule {
        try {
            return new RecurrenceRule(rule, RecurrenceRule.RfcMode.RFC5545_STRICT);
        } catch (InvalidRecurrenceRuleException | IllegalArgumentException e) {
            throw BadRule.format(
                    "not a recurrence rule of RFC 5545: " + e.getMessage(), "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO");
        }
    }

    @Override
    public Iterator<Day> from(LocalDate first) {
        var walk = new RuleIterator(this);
        return new LookaheadIterator<>() {
            private @Nullable LocalDateTime pending = walk.find();

            @Override
            @Nullable
            Day find() {
                while (pending != null) {
                    Day day = next(pending);
                    if (!day.date().isBefore(first) && !day.times().isEmpty()) {
                        return day;
                    }
                }
                return null;
            }

            private Day next(LocalDateTime head) {
                List<LocalTime> found = new ArrayList<>();
                LocalDate date = head.toLocalDate();
                while (pending != null && pending.toLocalDate().equals(date)) {
                    found.add(pending.toLocalTime());
                    pending = walk.find();
                }
                return new Day(date, within(date, times == null ? found : times));
            }
        };
    }

    /** Returns the times between the start and the end of the rule. */
    private List<LocalTime> within(LocalDate date, List<LocalTime> all) {
        if (end == null && date.isAfter(start.toLocalDate())) {
            return all;
        }
        return all.stream()
                .filter(time -> !date.atTime(time).isBefore(start) && !ended(date.atTime(time)))
                .toList();
    }

    boolean inWeek(LocalDate date) {
        return weeks == null || weeks.contain(date);
    }

    boolean ended(LocalDateTime local) {
        return switch (end) {
            case null -> false;
            case End.Local(LocalDateTime last) -> local.isAfter(last);
            case End.Absolute(var last) -> local.atZone(zone).toInstant().isAfter(last);
        };
    }
}
