package io.precinct.recurring.schedule;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An ISO 8601 duration. Years, months and days count in local time, the rest in elapsed time.
 *
 * @param period years, months, days
 * @param duration hours, minutes, seconds
 * @param clamp whether a day that the month lacks becomes the last day of the month; otherwise further periods are
 *     added until a month has the day
 */
record Delay(Period period, Duration duration, boolean clamp) {
    private static final Pattern PARTS = Pattern.compile("(P[0-9YMWD]*)(T[0-9HMS.]+)?");
    private static final int MOST_YEARS = 100;
    private static final int MONTHS_TO_TRY = 12 * 8;

    static Delay of(String text, boolean clamp) throws BadRule {
        Matcher parts = PARTS.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!parts.matches() || parts.group().equals("P")) {
            throw bad();
        }
        try {
            String time = parts.group(2);
            Period period = parts.group(1).equals("P") ? Period.ZERO : Period.parse(parts.group(1));
            Duration duration = time == null ? Duration.ZERO : Duration.parse("P" + time);
            boolean tooLong = period.toTotalMonths() > MOST_YEARS * 12L
                    || period.getDays() > MOST_YEARS * 366
                    || duration.toDays() > MOST_YEARS * 366L;
            if (tooLong || period.isZero() && duration.compareTo(Duration.ofSeconds(1)) < 0) {
                throw bad();
            }
            return new Delay(period, duration, clamp);
        } catch (DateTimeException | ArithmeticException e) {
            throw bad();
        }
    }

    private static BadRule bad() {
        return BadRule.format(
                "the rule of an after_completion schedule is an ISO 8601 duration of a second to " + MOST_YEARS
                        + " years, say P3D, P1M or PT4H",
                "P3D");
    }

    Instant after(Instant from, ZoneId zone) {
        ZonedDateTime local = from.atZone(zone);
        LocalDate date = monthsLater(local.toLocalDate()).plusDays(period.getDays());
        return ZonedDateTime.ofLocal(date.atTime(local.toLocalTime()), zone, null)
                .plus(duration)
                .toInstant()
                .truncatedTo(ChronoUnit.MILLIS);
    }

    private LocalDate monthsLater(LocalDate date) {
        long months = period.toTotalMonths();
        @Nullable LocalDate later = null;
        for (int i = 1; months > 0 && !clamp && later == null && i <= MONTHS_TO_TRY; i++) {
            LocalDate candidate = date.plusMonths(months * i);
            later = candidate.getDayOfMonth() == date.getDayOfMonth() ? candidate : null;
        }
        return later == null ? date.plusMonths(months) : later;
    }
}
