package io.precinct.boundary.inspect;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.DeployedBoundary;
import io.precinct.shapes.JsonSchema;
import io.precinct.shapes.Tightness;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Deployed boundaries as they are served. */
final class BoundaryView {
    private static final Schema TEXT = Schema.text();
    private static final Schema LINES = Schema.list(TEXT);
    private static final Schema NAME = TEXT.example("echo");
    private static final Schema KIND = Schema.oneOf("terminal", "passthrough", "gate");
    private static final Schema ANYTHING = Schema.map(Schema.any());

    /** The entry of a boundary in a list. */
    static final View<DeployedBoundary> SUMMARY = View.<DeployedBoundary>object()
            .with("name", NAME, DeployedBoundary::name)
            .with("kind", KIND, BoundaryView::kind)
            .with(
                    "position",
                    TEXT,
                    boundary -> boundary.declaration().position().name().toLowerCase(Locale.ROOT))
            .with("capabilities", LINES, BoundaryView::capabilities)
            .with(
                    "description",
                    TEXT.orNull(),
                    boundary -> boundary.declaration().description())
            .with("type_addr", TEXT, DeployedBoundary::typeAddr)
            .with("bundle", TEXT, BoundaryView::bundle)
            .with("version", TEXT, BoundaryView::version)
            .open()
            .named("Boundary");

    /**
     * Everything about a boundary. A passthrough has no output shape, as its output depends on the previous crossing.
     */
    // @req:inspect-boundary
    record Manifest(DeployedBoundary boundary, List<RouteView> routes) {
        static final View<Manifest> VIEW = View.<Manifest>object()
                .with("name", NAME, manifest -> manifest.boundary.name())
                .with("kind", KIND, manifest -> kind(manifest.boundary))
                .with("input_shape", Schema.any(), manifest -> manifest.input().toData())
                .with("output_shape", Schema.any(), manifest -> manifest.ofOutput(Shape::toData))
                .with("input_schema", ANYTHING, manifest -> JsonSchema.document(manifest.input()))
                .with("output_schema", ANYTHING.orNull(), manifest -> manifest.ofOutput(JsonSchema::document))
                .with("capabilities", LINES, manifest -> capabilities(manifest.boundary))
                .with("type_addr", TEXT, manifest -> manifest.boundary.typeAddr())
                .with("bundle", TEXT, manifest -> bundle(manifest.boundary))
                .with("version", TEXT, manifest -> version(manifest.boundary))
                .with("routes", LINES, Manifest::routesThrough)
                .with("tightness", ANYTHING, Manifest::tightness)
                .open();

        private Shape.Fields input() {
            return boundary.declaration().inputShape();
        }

        private @Nullable Object ofOutput(Function<Shape.Fields, @Nullable Object> member) {
            Shape.Fields output = boundary.declaration().outputShape();
            return output == null ? null : member.apply(output);
        }

        private Map<String, @Nullable Object> tightness() {
            return Data.map(
                    "input",
                    Tightness.of(input()).toData(),
                    "output",
                    ofOutput(output -> Tightness.of(output).toData()));
        }

        private List<String> routesThrough() {
            return routes.stream()
                    .filter(route -> route.chain().stream()
                            .anyMatch(step -> step.boundary().equals(boundary.name())))
                    .map(RouteView::name)
                    .toList();
        }
    }

    private BoundaryView() {}

    static String kind(DeployedBoundary boundary) {
        return boundary.declaration().kind().wireName();
    }

    static String bundle(DeployedBoundary boundary) {
        return boundary.generation().bundle();
    }

    static String version(DeployedBoundary boundary) {
        return boundary.generation().version();
    }

    private static List<String> capabilities(DeployedBoundary boundary) {
        return List.copyOf(boundary.declaration().capabilities());
    }
}
