package io.precinct.core.api.chain;

import io.precinct.api.shape.Shape;
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
     * @param expected what it expects, or null where it could not be resolved
     * @param description from the scenario, or null
     * @param failure why it could not be resolved, or null
     */
    record Resolved(
            Shape.@Nullable Fields expected,
            @Nullable String description,
            @Nullable String failure) {}
}
