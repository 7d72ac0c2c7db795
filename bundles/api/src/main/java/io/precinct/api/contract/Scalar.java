package io.precinct.api.contract;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Plain data as text, numbers, dates and times; null if it is none. */
final class Scalar {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final int LAST_YEAR = 9999;

    private Scalar() {}

    /** Whether a database and UTF-8 can hold the text: no NUL, no half of a surrogate pair. */
    static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Whether the text has more characters than that. */
    static boolean isLonger(String text, int most) {
        return text.length() > most && text.codePointCount(0, text.length()) > most;
    }

    /** Whether the text has more bytes in UTF-8 than that. */
    static boolean hasMoreBytes(String text, int most) {
        return text.length() * 3L > most && text.getBytes(StandardCharsets.UTF_8).length > most;
    }

    /** A whole number, also if it is written as 3.0; from text only if {@code textual}. */
    static @Nullable Long whole(Object value, boolean textual) {
        return switch (value) {
            case Integer i -> Long.valueOf(i);
            case Long l -> l;
            // beyond all bounds in use
            case BigInteger i -> i.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            case Double d when d == Math.rint(d) && Math.abs(d) < 1L << 53 -> d.longValue();
            case BigDecimal d when d.precision() <= 18 && d.stripTrailingZeros().scale() <= 0 -> d.longValue();
            case String s when textual && WHOLE.matcher(s).matches() -> Long.valueOf(s);
            default -> null;
        };
    }

    /** A boolean; from text only if {@code textual}. */
    static @Nullable Boolean truth(Object value, boolean textual) {
        return switch (value) {
            case Boolean b -> b;
            case String s when textual && (s.equals("true") || s.equals("1")) -> true;
            case String s when textual && (s.equals("false") || s.equals("0")) -> false;
            default -> null;
        };
    }

    /** A day in the years that PostgreSQL and ISO 8601 write alike. */
    static @Nullable LocalDate date(Object value) {
        if (!(value instanceof String text) || !DATE.matcher(text).matches()) {
            return null;
        }
        try {
            LocalDate date = LocalDate.parse(text);
            return date.getYear() > 0 ? date : null;
        } catch (DateTimeParseException e) {
            return null; // the 30th of February; the caller reports what is allowed
        }
    }

    /** A timestamp with offset, of the same years in UTC. */
    static @Nullable Instant time(Object value) {
        try {
            if (value instanceof String text) {
                var utc = OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC);
                return utc.getYear() > 0 && utc.getYear() <= LAST_YEAR ? utc.toInstant() : null;
            }
            return null;
        } catch (DateTimeParseException e) {
            return null; // the caller reports what is allowed
        }
    }

    /** ISO 8601 in UTC with three decimals, so that text sorts as time does; not before the year 0. */
    static String text(Instant time) {
        OffsetDateTime utc = time.atOffset(ZoneOffset.UTC);
        var text = new StringBuilder(24);
        if (utc.getYear() > LAST_YEAR) {
            text.append('+').append(utc.getYear() / (LAST_YEAR + 1));
        }
        digits(text, utc.getYear() % (LAST_YEAR + 1), 1000).append('-');
        digits(text, utc.getMonthValue(), 10).append('-');
        digits(text, utc.getDayOfMonth(), 10).append('T');
        digits(text, utc.getHour(), 10).append(':');
        digits(text, utc.getMinute(), 10).append(':');
        digits(text, utc.getSecond(), 10).append('.');
        return digits(text, utc.getNano() / 1_000_000, 100).append('Z').toString();
    }

    /** Faster than a {@code DateTimeFormatter}, which matters in lists. */
    private static StringBuilder digits(StringBuilder text, int number, int place) {
        int rest = number;
        for (int p = place; p > 0; p /= 10) {
            text.append((char) ('0' + rest / p % 10));
            rest %= p;
        }
        return text;
    }
}
