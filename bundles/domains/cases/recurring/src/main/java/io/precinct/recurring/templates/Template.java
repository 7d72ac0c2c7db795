package io.precinct.recurring.templates;

import io.precinct.api.contract.Type;
import io.precinct.recurring.schedule.Firing;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stored template.
 *
 * @param id {@code recurring-<uuid>}
 * @param content the members that clients give
 * @param next the next firing; null if the template is disabled, its schedule has ended or it waits for a completion
 * @param lastDate the newest date that was fired on schedule
 * @param lastFired when it last generated a case, by hand or on schedule
 * @param fireCount the number of cases it has generated
 * @param waitingFor the case whose completion the next occurrence follows, or null
 * @param failure why the due firing failed, or null
 * @param version counts every change of what is served
 * @param fieldVersions the version that last changed each field; an absent field has {@link #FIRST_VERSION}
 */
public record Template(
        String id,
        TemplateContent content,
        @Nullable Firing next,
        @Nullable LocalDate lastDate,
        @Nullable Instant lastFired,
        long fireCount,
        @Nullable String waitingFor,
        @Nullable Failure failure,
        long version,
        Map<String, Long> fieldVersions,
        Instant createdAt,
        Instant updatedAt) {
    /** The id of a template. */
    static final Type<String> TEMPLATE_ID = Type.text().example("recurring-01890a5d-ac96-774b-bcce-b302099a8057");

    static final Property<Template, String> ID =
            Property.of("id", TEMPLATE_ID, Template::id).stored();

    static final Property<Template, Instant> NEXT_DUE =
            Property.of("next_due", Type.time(), Template::nextDue).orNull().stored();

    static final Property<Template, Instant> LAST_FIRED =
            Property.of("last_fired", Type.time(), Template::lastFired).orNull().stored();

    static final Property<Template, Long> FIRE_COUNT =
            Property.of("fire_count", Type.count(), Template::fireCount).stored();

    static final Property<Template, Long> VERSION = Property.of(
                    "version", Type.integer(1, Long.MAX_VALUE), Template::version)
            .stored();

    static final Property<Template, Instant> CREATED_AT =
            Property.of("created_at", Type.time(), Template::createdAt).stored();

    static final Property<Template, Instant> UPDATED_AT =
            Property.of("updated_at", Type.time(), Template::updatedAt).stored();

    /** The members that clients give, and the members that the service assigns. */
    static final Resource<Template> RESOURCE = Resource.of(ID)
            .with(TemplateContent.RESOURCE.<Template>from(Template::content))
            .with(
                    NEXT_DUE,
                    LAST_FIRED,
                    FIRE_COUNT,
                    VERSION,
                    CREATED_AT,
                    UPDATED_AT,
                    Property.of("failure", Failure.RESOURCE, Template::failure).optional())
            .named("Template");

    /** The version of a new template. */
    static final long FIRST_VERSION = 1;

    public Template {
        fieldVersions = Map.copyOf(fieldVersions);
    }

    /**
     * A firing that fails.
     *
     * @param attempts the number of attempts
     * @param since when it was first tried
     * @param retryAt when it is tried next
     * @param error text for people
     */
    public record Failure(int attempts, Instant since, Instant retryAt, String error) {
        private static final int LONGEST = 500;

        static final Resource<Failure> RESOURCE = Resource.of(
                Property.of("attempts", Type.count(), (Failure failure) -> (long) failure.attempts),
                Property.of("since", Type.time(), Failure::since),
                Property.of("retry_at", Type.time(), Failure::retryAt),
                Property.of("error", Type.text(), Failure::error));

        /** Returns the text for an exception, without a stack trace. */
        public static String told(Throwable thrown) {
            String message = String.valueOf(thrown.getMessage());
            String told =
                    thrown instanceof Refusal ? message : thrown.getClass().getSimpleName() + ": " + message;
            return told.length() <= LONGEST ? told : told.substring(0, LONGEST) + "…";
        }
    }

    /**
     * Returns the template in the form that {@code GET} serves; {@code failure} is present only while a firing fails.
     */
    public Map<String, @Nullable Object> toData() {
        return RESOURCE.view(this);
    }

    private @Nullable Instant nextDue() {
        return next == null ? null : next.at();
    }
}
