package io.precinct.cases.day;

import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Type;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The time zone of a request: that of its parameter {@code timezone}, else the configured one. It is a parameter and no
 * header because there is no standard header for it, and because a link then means the same to whoever opens it.
 *
 * @param zone the zone in which days begin and end
 */
public record RequestZone(ZoneId zone) {
    private static final int LONGEST = 64;

    private static final Type<ZoneId> ZONE = Type.text(LONGEST)
            .as(ZoneId::of, ZoneId::getId, "enum", "is a name of the IANA time zone database", "Europe/Berlin")
            .example("Europe/Berlin");

    private static final Field<@Nullable ZoneId> TIMEZONE = Field.of("timezone", ZONE)
            .describedAs("The time zone in which days begin and end, instead of the configured one.");

    /** The parameter. */
    public static final Parameter PARAMETER = TIMEZONE.asQuery();

    /** Reads the zone; an invalid one is a fault of the query. */
    public static RequestZone of(Form query, ZoneId configured) {
        return new RequestZone(Objects.requireNonNullElse(TIMEZONE.in(query), configured));
    }

    /** Returns the current day. */
    public LocalDate today() {
        return LocalDate.now(Clock.system(zone));
    }

    /** Returns the first moment of a day. */
    public Instant start(LocalDate day) {
        return day.atStartOfDay(zone).toInstant();
    }
}
