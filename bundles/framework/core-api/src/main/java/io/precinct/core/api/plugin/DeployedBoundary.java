package io.precinct.core.api.plugin;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.RouteDeclaration;
import org.jspecify.annotations.Nullable;

/**
 * A deployed boundary, alone or from a family; a formatter counts as the boundary {@code <name>_formatter}.
 *
 * @param name by which routes find it
 * @param boundary handles the crossing
 * @param declaration read once, when it was deployed
 * @param route the route it brings along, or null
 * @param typeAddr {@code sha256:} over the canonical JSON of {@code {boundary, output_shape}}
 * @param generation the bundle it came with
 */
public record DeployedBoundary(
        String name,
        Boundary boundary,
        Declaration declaration,
        @Nullable RouteDeclaration route,
        String typeAddr,
        Generation generation) {}
