package io.precinct.shapes;

import io.precinct.api.shape.Shape;
import io.precinct.api.shape.ShapeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A shape that is compiled for matching data: its patterns are compiled, its bounds parsed and its failure texts
 * prepared. Compile it once and use it for every request.
 *
 * <p>No method throws because of the data, however deep, large or odd it is, and the work is linear in the size of
 * shape and data. Checking presence and scalar values allocates nothing if the data matches. Data is plain data as
 * {@link io.precinct.api.data.Data#freeze} makes it. Immutable and thread-safe.
 */
public final class CompiledShape {
    private final Shape shape;
    private final Node root;

    private CompiledShape(Shape shape, Node root) {
        this.shape = shape;
        this.root = root;
    }

    /**
     * Something that has named members but is not a map, such as an envelope or the input of a boundary. Both methods
     * are called with the names of the shape's fields only.
     */
    public interface Members {
        /** The value of a member, or null if it is absent or null. */
        @Nullable
        Object get(String key);

        /** True if the member is present, even if its value is null. */
        boolean has(String key);
    }

    /**
     * Compiles a shape; never throws. A part of the shape that cannot be decided never matches, so that a shape with an
     * invalid pattern accepts nothing.
     *
     * @param faults receives every fault, with its path in the data form of the shape (as {@link ShapeReader} reports
     *     them): an invalid pattern, a shape nested too deep, or a part that no value can ever match
     */
    public static CompiledShape compile(Shape shape, Consumer<ShapeReader.Fault> faults) {
        return new CompiledShape(shape, new ShapeCompiler(faults).compile(shape));
    }

    /**
     * Compiles a shape that comes from code and is expected to be valid.
     *
     * @throws IllegalArgumentException if it has a fault other than a warning; the message names all of them
     */
    public static CompiledShape of(Shape shape) {
        var faults = new ArrayList<String>();
        CompiledShape compiled = compile(shape, fault -> {
            if (!fault.warning()) {
                faults.add((fault.path().isEmpty() ? "" : fault.path() + ": ") + fault.message());
            }
        });
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("bad shape: " + String.join("; ", faults));
        }
        return compiled;
    }

    /** The shape that was compiled. */
    public Shape shape() {
        return shape;
    }

    /** True if {@code actual} matches this shape. */
    public boolean matches(@Nullable Object actual) {
        return root.test(actual);
    }

    /**
     * The failures of {@code actual} to match this shape.
     *
     * @return every failure in the order of the shape; empty if it matches
     */
    public List<Failure> failures(@Nullable Object actual) {
        if (root.test(actual)) {
            return List.of();
        }
        var report = new Report(Failure.MISSING);
        root.explain(actual, Path.ROOT, report);
        return report.failures();
    }

    /**
     * As {@link #failures}, for something that has named members but is not a map.
     *
     * @throws IllegalStateException if this is not a shape of fields
     */
    public List<Failure> failuresIn(Members members) {
        FieldsNode fields = fields();
        if (fields.test(members)) {
            return List.of();
        }
        var report = new Report(Failure.MISSING);
        fields.explain(members, Path.ROOT, report);
        return report.failures();
    }

    /**
     * As {@link #failures}, for a body that cannot be inspected: fields that its descriptor has are compared, any other
     * field fails as {@code not inspectable}.
     *
     * @param descriptor descriptor of a raw or streaming body
     * @throws IllegalStateException if this is not a shape of fields
     */
    public List<Failure> failuresOfDescriptor(Map<String, ? extends @Nullable Object> descriptor) {
        var report = new Report(Failure.NOT_INSPECTABLE);
        fields().explain(descriptor, Path.ROOT, report);
        return report.failures();
    }

    private FieldsNode fields() {
        if (root instanceof FieldsNode fields) {
            return fields;
        }
        throw new IllegalStateException(
                "only a shape of fields has members to look at, this is " + BoundedJson.text(shape));
    }

    @Override
    public String toString() {
        return BoundedJson.text(shape);
    }
}
