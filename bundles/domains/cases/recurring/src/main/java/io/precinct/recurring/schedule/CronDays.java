package io.precinct.recurring.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule of five cron fields: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday). Supports
 * lists, ranges, steps and English names. If both day fields are restricted, a date needs to match only one of them, as
 * in cron.
 *
 * @param start the first date and time
 * @param times the times of every matching date
 * @param days allowed days of the month
 * @param months 1 to 12
 * @param weekdays 0 (Sunday) to 6
 * @param either whether one of the two day fields is enough
 * @param clamped days of the month that were given as single values and move to the last day of a shorter month; empty
 *     if they are skipped there
 */
record CronDays(
        LocalDateTime start,
        List<LocalTime> times,
        BitSet days,
        BitSet months,
        BitSet weekdays,
        boolean either,
        BitSet clamped)
        implements Days {
    /** Most days without an occurrence: leap days are at most eight years apart. */
    private static final int LONGEST_GAP = 9 * 366;

    private static final List<String> MONTHS =
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
    private static final List<String> WEEKDAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

    /** Parses the fields. */
    static CronDays of(String rule, LocalDateTime start, boolean clamp) throws BadRule {
        String[] fields = rule.strip().split("\\s+");
        if (fields.length != 5) {
            throw BadRule.format(
                    "a cron rule has five fields: minute, hour, day of the month, month, day of the week",
                    "0 9 * * 1-5");
        }
        CronField minutes = CronField.of("minute", fields[0], 0, 59, List.of());
        CronField hours = CronField.of("hour", fields[1], 0, 23, List.of());
        CronField days = CronField.of("day of the month", fields[2], 1, 31, List.of());
        CronField months = CronField.of("month", fields[3], 1, 12, MONTHS);
        CronField weekdays = CronField.of("day of the week", fields[4], 0, 7, WEEKDAYS);
        BitSet week = weekdays.values();
        if (week.get(7)) {
            week.set(0);
        }
        return new CronDays(
                start,
                times(hours.values(), minutes.values()),
                days.values(),
                months.values(),
                week,
                !days.star() && !weekdays.star(),
                clamp ? days.single() : new BitSet());
    }

    private static List<LocalTime> times(BitSet hours, BitSet minutes) {
        List<LocalTime> times = new ArrayList<>();
        hours.stream().forEach(hour -> minutes.stream().forEach(minute -> times.add(LocalTime.of(hour, minute))));
        return List.copyOf(times);
    }

    @Override
    public Iterator<Day> from(LocalDate first) {
        LocalDate begin = first.isAfter(start.toLocalDate()) ? first : start.toLocalDate();
        return new LookaheadIterator<>() {
            private LocalDate date = begin;

            @Override
            @Nullable
            Day find() {
                for (int tried = 0; tried < LONGEST_GAP; tried++) {
                    LocalDate candidate = date;
                    date = date.plusDays(1);
                    List<LocalTime> fitting = fits(candidate) ? timesOf(candidate) : List.of();
                    if (!fitting.isEmpty()) {
                        return new Day(candidate, fitting);
                    }
                }
                return null;
            }
        };
    }

    private List<LocalTime> timesOf(LocalDate date) {
        return date.equals(start.toLocalDate())
                ? times.stream().filter(t -> !t.isBefore(start.toLocalTime())).toList()
                : times;
    }

    private boolean fits(LocalDate date) {
        if (!months.get(date.getMonthValue())) {
            return false;
        }
        boolean weekday = weekdays.get(date.getDayOfWeek().getValue() % 7);
        boolean day = days.get(date.getDayOfMonth()) || clampedTo(date);
        return either ? day || weekday : day && weekday;
    }

    private boolean clampedTo(LocalDate date) {
        return date.getDayOfMonth() == date.lengthOfMonth() && clamped.nextSetBit(date.getDayOfMonth() + 1) > 0;
    }
}
