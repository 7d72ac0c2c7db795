package io.precinct.core.registry;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.shape.Shape;
import io.precinct.shapes.CompiledShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the shapes of a boundary can hold at all. A pattern that is none, or bounds between which nothing lies, would turn
 * every request away: that is known when the boundary is deployed.
 */
final class ShapeCheck {
    private ShapeCheck() {}

    /** What is wrong with the shapes of a boundary, every place of it; null where nothing is. */
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
