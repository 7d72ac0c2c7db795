package io.precinct.core.registry;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.shape.Shape;
import io.precinct.shapes.CompiledShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the shapes of a boundary when it is deployed: an invalid pattern, or bounds that no value satisfies, would
 * otherwise reject every request.
 */
final class ShapeCheck {
    private ShapeCheck() {}

    /** All faults of the shapes of a boundary, each with its place; null if there are none. */
    static @Nullable String fault(Declaration declaration) {
        List<String> faults = new ArrayList<>();
        check("input_shape", declaration.inputShape(), faults);
        if (declaration.outputShape() != null) {
            check("output_shape", declaration.outputShape(), faults);
        }
        return faults.isEmpty() ? null : String.join("; ", faults);
    }

    private static void check(String which, Shape shape, List<String> faults) {
        CompiledShape.compile(shape, fault -> {
            String path =
                    String.join(".", fault.path().stream().map(String::valueOf).toList());
            faults.add("its " + which + (path.isEmpty() ? "" : " at " + path) + ": " + fault.message());
        });
    }
}
