package io.precinct.core.api.config;

import io.precinct.api.shape.Shape;
import org.jspecify.annotations.Nullable;

/**
 * A configured scenario.
 *
 * @param name its name within its route
 * @param raw a {@link LateTag}, or a map in which late tags and shapes may stand
 * @param expected what it expects, unless that is a late tag; then null until a request resolves it
 * @param description the description, if it is known without resolving; else null
 * @param at its place
 */
public record ScenarioSource(
        String name,
        Object raw,
        Shape.@Nullable Fields expected,
        @Nullable String description,
        Location at) {}
