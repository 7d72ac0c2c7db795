package io.precinct.core.api.chain;

import io.precinct.api.shape.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scenario attached to the route of a request. */
public interface Scenario {
    /** Its name. */
    String name();

    /** Resolves its late tags, within the deadline of the configuration; never throws. */
    Resolved resolve();

    /**
     * A scenario after resolution.
     *
     * @param expected what it expects, as far as it could be resolved; null if nothing of it could be
     * @param description from the scenario, or null
     * @param failure why nothing of it could be resolved, or null
     * @param unresolved tags inside it that could not be resolved, each with its place; {@code expected} has nothing
     *     for these places
     */
    record Resolved(
            Shape.@Nullable Fields expected,
            @Nullable String description,
            @Nullable String failure,
            List<Unresolved> unresolved) {
        /** All members; the list is copied. */
        public Resolved(
                Shape.@Nullable Fields expected,
                @Nullable String description,
                @Nullable String failure,
                List<Unresolved> unresolved) {
            this.expected = expected;
            this.description = description;
            this.failure = failure;
            this.unresolved = List.copyOf(unresolved);
        }

        /** A scenario that was resolved entirely, or not at all. */
        public Resolved(Shape.@Nullable Fields expected, @Nullable String description, @Nullable String failure) {
            this(expected, description, failure, List.of());
        }
    }

    /**
     * A late tag that could not be resolved.
     *
     * @param path keys (String) and indices (Integer) from the root of the payload to the field that it describes
     * @param expected the notation there, tag and matchers, as plain data
     * @param reason the reason; fit for clients, since it names no place on the server
     * @since 1.1
     */
    record Unresolved(List<Object> path, @Nullable Object expected, String reason) {
        public Unresolved {
            path = List.copyOf(path);
        }
    }
}
