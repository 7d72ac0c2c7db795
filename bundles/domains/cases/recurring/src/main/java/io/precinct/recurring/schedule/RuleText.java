package io.precinct.recurring.schedule;

import io.precinct.api.data.Data;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.WeekFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a recurrence rule (RFC 5545 §3.3.10) by name. This class handles the parts that the library interprets
 * differently: the end, the count, the weeks and the times of day.
 *
 * @param parts the parts in their given order, names and values in upper case
 */
record RuleText(Map<String, String> parts) {
    private static final List<String> FREQUENCIES = List.of("DAILY", "WEEKLY", "MONTHLY", "YEARLY");
    private static final List<String> NAMES = List.of(
            "FREQ",
            "INTERVAL",
            "COUNT",
            "UNTIL",
            "WKST",
            "BYMONTH",
            "BYWEEKNO",
            "BYYEARDAY",
            "BYMONTHDAY",
            "BYDAY",
            "BYHOUR",
            "BYMINUTE",
            "BYSECOND",
            "BYSETPOS",
            "RSCALE",
            "SKIP");
    private static final List<String> WEEKDAYS = List.of("MO", "TU", "WE", "TH", "FR", "SA", "SU");
    private static final DateTimeFormatter BASIC = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT)
            .withChronology(IsoChronology.INSTANCE);
    private static final int MOST_COUNT = 100_000;
    private static final int MOST_INTERVAL = 1000;

    /** The library's years wrap around after 262,144, and it searches a thousand intervals. */
    private static final int MOST_YEARS = 200;

    private static final int MOST_TIMES = 1440;

    static RuleText of(String rule) throws BadRule {
        String text = rule.strip().toUpperCase(Locale.ROOT);
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : (text.startsWith("RRULE:") ? text.substring(6) : text).split(";", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (equals < 0 || !NAMES.contains(name)) {
                throw new BadRule("enum", "a recurrence rule has the parts " + String.join(", ", NAMES), NAMES);
            }
            if (parts.put(name, part.substring(equals + 1)) != null) {
                throw BadRule.format("the recurrence rule has " + name + " twice", "FREQ=MONTHLY;BYMONTHDAY=1,15");
            }
        }
        RuleText read = new RuleText(parts);
        read.check();
        return read;
    }

    private void check() throws BadRule {
        if (!FREQUENCIES.contains(parts.get("FREQ"))) {
            throw new BadRule(
                    "enum",
                    "FREQ is one of " + String.join(", ", FREQUENCIES)
                            + ": a template fires at most once a date, at the first of its times",
                    FREQUENCIES);
        }
        if (!parts.getOrDefault("RSCALE", "GREGORIAN").equals("GREGORIAN")) {
            throw new BadRule("enum", "RSCALE is GREGORIAN", List.of("GREGORIAN"));
        }
        if (has("INTERVAL")) {
            numbers("INTERVAL", 1, "YEARLY".equals(parts.get("FREQ")) ? MOST_YEARS : MOST_INTERVAL);
        }
        if (parts.containsKey("COUNT") && parts.containsKey("UNTIL")) {
            throw BadRule.format("a recurrence rule has COUNT or UNTIL, not both", "FREQ=DAILY;COUNT=10");
        }
    }

    boolean has(String... names) {
        return List.of(names).stream().anyMatch(parts::containsKey);
    }

    /**
     * Returns the rule without these parts, in the library's notation. A day of the month in a yearly rule means every
     * month (§3.3.10, table), which the library supports only if the months are written out.
     */
    String without(Set<String> names) {
        boolean everyMonth =
                "YEARLY".equals(parts.get("FREQ")) && has("BYMONTHDAY") && !has("BYMONTH", "BYWEEKNO", "BYYEARDAY");
        StringBuilder text = new StringBuilder(everyMonth ? "BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12" : "");
        parts.forEach((name, value) -> {
            if (!names.contains(name)) {
                text.append(text.isEmpty() ? "" : ";").append(name).append('=').append(value);
            }
        });
        return text.toString();
    }

    /** Returns the most occurrences, or null. */
    @Nullable
    Integer count() throws BadRule {
        return has("COUNT") ? numbers("COUNT", 1, MOST_COUNT).first() : null;
    }

    /**
     * Returns the times of day of every date, from BYHOUR, BYMINUTE and BYSECOND, with the start's values for missing
     * parts.
     */
    List<LocalTime> times(LocalTime start) throws BadRule {
        TreeSet<Integer> hours = has("BYHOUR") ? numbers("BYHOUR", 0, 23) : one(start.getHour());
        TreeSet<Integer> minutes = has("BYMINUTE") ? numbers("BYMINUTE", 0, 59) : one(start.getMinute());
        TreeSet<Integer> seconds = has("BYSECOND") ? numbers("BYSECOND", 0, 59) : one(start.getSecond());
        if (hours.size() * minutes.size() * seconds.size() > MOST_TIMES) {
            throw new BadRule(
                    "bounds", "a date has at most " + MOST_TIMES + " times", Data.map("max_items", MOST_TIMES));
        }
        return hours.stream()
                .flatMap(h -> minutes.stream().flatMap(m -> seconds.stream().map(s -> LocalTime.of(h, m, s))))
                .toList();
    }

    private static TreeSet<Integer> one(int number) {
        return new TreeSet<>(Set.of(number));
    }

    private TreeSet<Integer> numbers(String name, int least, int most) throws BadRule {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (String number : parts.getOrDefault(name, "").split(",", -1)) {
            int value = number.matches("[0-9]{1,6}") ? Integer.parseInt(number) : -1;
            if (value < least || value > most) {
                throw new BadRule("bounds", name + " is " + least + " to " + most, Data.map("gte", least, "lte", most));
            }
            numbers.add(value);
        }
        return numbers;
    }

    /** Whether the rule picks days by their position in a year. */
    boolean picksFromYears() {
        return "YEARLY".equals(parts.get("FREQ")) && has("BYSETPOS") && has("BYMONTHDAY", "BYDAY", "BYYEARDAY");
    }

    /** Returns the weeks of the year to which the rule is limited; null for all. */
    @Nullable
    Weeks weeks() throws BadRule {
        if (!has("BYWEEKNO")) {
            return null;
        }
        TreeSet<Integer> numbers = new TreeSet<>();
        for (String number : parts.getOrDefault("BYWEEKNO", "").split(",", -1)) {
            if (!number.matches("[+-]?[0-9]{1,2}")) {
                throw BadRule.format("BYWEEKNO is a list of weeks, 1 to 53 or -53 to -1", "BYWEEKNO=20");
            }
            numbers.add(Integer.parseInt(number));
        }
        int first = WEEKDAYS.indexOf(parts.getOrDefault("WKST", "MO"));
        if (first < 0) {
            throw new BadRule("enum", "WKST is one of " + String.join(", ", WEEKDAYS), WEEKDAYS);
        }
        return new Weeks(numbers, WeekFields.of(DayOfWeek.of(first + 1), 4));
    }

    /**
     * Weeks of the year. The library mistakes week 53 of a year with 52 weeks for the first week of the next year.
     *
     * @param numbers week numbers counted from the first week, or negative from the last
     */
    record Weeks(Set<Integer> numbers, WeekFields fields) {
        boolean contain(LocalDate date) {
            int week = date.get(fields.weekOfWeekBasedYear());
            int most = (int) date.range(fields.weekOfWeekBasedYear()).getMaximum();
            return numbers.contains(week) || numbers.contains(week - most - 1);
        }
    }

    /** Whether the rule may refer to a day of the month beyond the 28th, explicitly or through the start. */
    boolean mayMissDays(int startDay) {
        if (has("SKIP", "BYDAY", "BYYEARDAY", "BYWEEKNO")
                || !Set.of("MONTHLY", "YEARLY").contains(parts.get("FREQ"))) {
            return false;
        }
        return has("BYMONTHDAY") || startDay > 28;
    }

    /** Returns the end, or null if there is none. */
    @Nullable
    End until() throws BadRule {
        String text = parts.get("UNTIL");
        if (text == null) {
            return null;
        }
        try {
            if (text.length() == 8) {
                return new End.Local(LocalDateTime.parse(text + "T235959", BASIC));
            }
            return text.endsWith("Z")
                    ? new End.Absolute(LocalDateTime.parse(text.substring(0, text.length() - 1), BASIC)
                            .toInstant(ZoneOffset.UTC))
                    : new End.Local(LocalDateTime.parse(text, BASIC));
        } catch (DateTimeParseException e) {
            throw BadRule.format(
                    "UNTIL is a date or a date and time, in local time or in UTC with Z", "UNTIL=20261231T170000Z");
        }
    }

    /** The last moment of a rule. */
    sealed interface End {
        /** A local time in the time zone of the schedule. */
        record Local(LocalDateTime last) implements End {}

        /** An instant. */
        record Absolute(Instant last) implements End {}
    }
}
