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
 * A recurrence rule of RFC 5545, anchored to its start. Whether the start is an occurrence, the rule decides.
 *
 * @param start the first date and time
 * @param walkedFrom where the library begins; what it finds before the start does not count
 * @param zone for an end that is given in UTC
 * @param rule for the library: without what stands in the other components
 * @param stepDays the interval in days if the rule is a daily one, else 0
 * @param times of every date; null where only the library can tell the times, since they are counted or picked by position
 * @param count how many occurrences there are at most, or null
 * @param end the last moment, or null
 * @param weeks those of the year that it is limited to, or null
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
    /** Each is walked, from the start on. */
    private static final int MOST_COUNTED_TIMES = 48;

    private static final Set<String> ENDS = Set.of("COUNT", "UNTIL");
    private static final Set<String> ENDS_AND_TIMES = Set.of("COUNT", "UNTIL", "BYHOUR", "BYMINUTE", "BYSECOND");

    /** Reads the rule. */
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
            // RFC 7529: a day that a month lacks is its last one
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

    /** The library picks from what is left of the first year, but positions are those in the whole of it. */
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

    /** Those from the start to the end. */
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
