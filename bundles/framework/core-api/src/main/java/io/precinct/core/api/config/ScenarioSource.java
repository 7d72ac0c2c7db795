package io.precinct.core.api.config;

import io.precinct.api.shape.Shape;
import org.jspecify.annotations.Nullable;

/**
 * A scenario as it is configured.
 *
 * @param name its name within its route
 * @param raw a {@link LateTag}, or a map in which late tags and shapes may stand
 * @param expected what it expects, if no late tag stands in its way; else null until a request resolves it
 * @param description the description, if it is known without resolving; else null
 * @param at where it stands
 */
public record ScenarioSource(
        String name,
        Object raw,
        Shape.@Nullable Fields expected,
        @Nullable String description,
        Location at) {}
