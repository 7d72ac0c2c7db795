package io.precinct.boundary.inspect;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.shapes.JsonSchema;
import io.precinct.shapes.Tightness;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts a deployed boundary to data. */
final class BoundaryView {
    private BoundaryView() {}

    /** All about it. The output of a passthrough depends on the crossing before, so it has no output shape. */
    // @req:inspect-boundary
    static Map<String, @Nullable Object> manifest(DeployedBoundary boundary, List<RouteView> routes) {
        Declaration declaration = boundary.declaration();
        Shape.Fields output = declaration.outputShape();
        return Data.mapBuilder()
                .put("name", boundary.name())
                .put("kind", declaration.kind().wireName())
                .put("input_shape", declaration.inputShape().toData())
                .put("output_shape", output == null ? null : output.toData())
                .put("input_schema", JsonSchema.document(declaration.inputShape()))
                .put("output_schema", output == null ? null : JsonSchema.document(output))
                .put("capabilities", List.copyOf(declaration.capabilities()))
                .put("type_addr", boundary.typeAddr())
                .put("bundle", boundary.generation().bundle())
                .put("version", boundary.generation().version())
                .put("routes", routesThrough(boundary.name(), routes))
                .put(
                        "tightness",
                        Data.map(
                                "input",
                                Tightness.of(declaration.inputShape()).toData(),
                                "output",
                                output == null ? null : Tightness.of(output).toData()))
                .build();
    }

    /** Its entry in a list. */
    static Map<String, @Nullable Object> summary(DeployedBoundary boundary) {
        Declaration declaration = boundary.declaration();
        return Data.map(
                "name", boundary.name(),
                "kind", declaration.kind().wireName(),
                "position", declaration.position().name().toLowerCase(Locale.ROOT),
                "capabilities", List.copyOf(declaration.capabilities()),
                "description", declaration.description(),
                "type_addr", boundary.typeAddr(),
                "bundle", boundary.generation().bundle(),
                "version", boundary.generation().version());
    }

    private static List<String> routesThrough(String boundary, List<RouteView> routes) {
        return routes.stream()
                .filter(route ->
                        route.chain().stream().anyMatch(step -> step.boundary().equals(boundary)))
                .map(RouteView::name)
                .toList();
    }
}
