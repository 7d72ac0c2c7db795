package io.precinct.shapes;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/**
 * Reads ISO 8601 dates and timestamps in their extended form: {@code 2026-01-31}, {@code 2026-01-31T10:15},
 * {@code 2026-01-31T10:15:30.5Z}, {@code 2026-01-31T10:15:30+02:00}. A plain date counts as 00:00 UTC, except as an upper
 * bound, and a timestamp without offset as UTC. Only nine digits of a fraction count. Never throws, because it reads data of requests.
 */
final class IsoTimestamp {
    /** The length of a date without time. */
    private static final int DATE = 10;

    private final String text;
    private int at;
    private boolean bad;

    private IsoTimestamp(String text) {
        this.text = text;
    }

    /** The instant, or null if {@code text} is neither a date nor a timestamp. */
    static @Nullable Instant parse(String text) {
        return text.length() < DATE ? null : new IsoTimestamp(text).read();
    }

    /** The last instant of what {@code text} denotes: of a plain date, the end of the day in UTC. */
    static @Nullable Instant parseEnd(String text) {
        Instant instant = parse(text);
        if (instant == null || text.length() > DATE) {
            return instant;
        }
        return instant.plusSeconds(86_400).minusNanos(1);
    }

    private @Nullable Instant read() {
        int year = digits(4);
        expect('-');
        int month = digits(2);
        expect('-');
        int day = digits(2);
        if (bad
                || month < 1
                || month > 12
                || day < 1
                || day > YearMonth.of(year, month).lengthOfMonth()) {
            return null;
        }
        long midnight = LocalDate.of(year, month, day).toEpochDay() * 86_400L;
        return at == text.length() ? Instant.ofEpochSecond(midnight) : time(midnight);
    }

    private @Nullable Instant time(long midnight) {
        if (!take('T') && !take('t') && !take(' ')) {
            return null;
        }
        int hour = digits(2);
        expect(':');
        int minute = digits(2);
        int second = take(':') ? digits(2) : 0;
        int nanos = at > 16 && (take('.') || take(',')) ? fraction() : 0;
        int offset = offset();
        boolean midnightAfter = hour == 24 && minute == 0 && second == 0 && nanos == 0;
        // Second 60 is how RFC 3339 §5.6 writes a leap second.
        if (bad || at < text.length() || hour > 23 && !midnightAfter || minute > 59 || second > 60) {
            return null;
        }
        return Instant.ofEpochSecond(midnight + hour * 3_600L + minute * 60L + second - offset, nanos);
    }

    private int fraction() {
        int nanos = 0;
        int start = at;
        for (; at < text.length() && digit(at); at++) {
            if (at - start < 9) {
                nanos = nanos * 10 + text.charAt(at) - '0';
            }
        }
        bad |= at == start;
        for (int i = at - start; i < 9; i++) {
            nanos *= 10;
        }
        return nanos;
    }

    /** Seconds east of UTC. */
    private int offset() {
        if (at == text.length() || take('Z') || take('z')) {
            return 0;
        }
        int sign = take('+') ? 1 : -1;
        if (sign < 0) {
            expect('-');
        }
        int hours = digits(2);
        int minutes = 0;
        if (at < text.length()) {
            take(':');
            minutes = digits(2);
        }
        bad |= hours > 23 || minutes > 59;
        return sign * (hours * 3_600 + minutes * 60);
    }

    private int digits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++, at++) {
            if (at >= text.length() || !digit(at)) {
                bad = true;
                return 0;
            }
            value = value * 10 + text.charAt(at) - '0';
        }
        return value;
    }

    private boolean digit(int index) {
        char c = text.charAt(index);
        return c >= '0' && c <= '9';
    }

    private boolean take(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        bad |= !take(c);
    }
}
