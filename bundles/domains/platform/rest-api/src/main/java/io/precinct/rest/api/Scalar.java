package io.precinct.rest.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Plain data as numbers, dates and times; null where it is none. */
final class Scalar {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final int LAST_YEAR = 9999;

    private Scalar() {}

    /** A whole number, also where it is written as 3.0; from text only where {@code textual}. */
    static @Nullable Long whole(Object value, boolean textual) {
        return switch (value) {
            case Integer i -> Long.valueOf(i);
            case Long l -> l;
            // beyond every bound that anybody asks for
            case BigInteger i -> i.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            case Double d when d == Math.rint(d) && Math.abs(d) < 1L << 53 -> d.longValue();
            case BigDecimal d when d.precision() <= 18 && d.stripTrailingZeros().scale() <= 0 -> d.longValue();
            case String s when textual && WHOLE.matcher(s).matches() -> Long.valueOf(s);
            default -> null;
        };
    }

    /** A day of the years that PostgreSQL and ISO 8601 write alike. */
    static @Nullable LocalDate date(String text) {
        if (!DATE.matcher(text).matches()) {
            return null;
        }
        try {
            LocalDate date = LocalDate.parse(text);
            return date.getYear() > 0 ? date : null;
        } catch (DateTimeParseException e) {
            return null; // the 30th of February; the caller says what is allowed
        }
    }

    /** A timestamp with offset, of the same years in UTC. */
    static @Nullable Instant time(String text) {
        try {
            var utc = OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC);
            return utc.getYear() > 0 && utc.getYear() <= LAST_YEAR ? utc.toInstant() : null;
        } catch (DateTimeParseException e) {
            return null; // the caller says what is allowed
        }
    }
}
