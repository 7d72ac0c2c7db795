package io.precinct.shapes;

import io.precinct.api.shape.Shape;
import io.precinct.api.shape.ShapeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A shape made ready to be held against data: patterns compiled, bounds parsed, failure texts written out. Compile once,
 * use for every request.
 *
 * <p>Nothing here throws for data, however deep, large or odd it is, and the work is linear in the size of shape and
 * data. Checking presence and scalar values allocates nothing where the data is of the shape. Data is plain data as
 * {@link io.precinct.api.data.Data#freeze} makes it. Immutable and thread-safe.
 */
public final class CompiledShape {
    private final Shape shape;
    private final ShapeNode root;

    private CompiledShape(Shape shape, ShapeNode root) {
        this.shape = shape;
        this.root = root;
    }

    /**
     * Something whose members have names and that is not a map: an envelope, the input of a boundary. Both methods are
     * asked for the fields of the shape only.
     */
    public interface Members {
        /** The value of a member, or null where it is absent or null. */
        @Nullable
        Object get(String key);

        /** True where the member is there, with whatever value. */
        boolean has(String key);
    }

    /**
     * Compiles a shape; never throws. What a fault names always fails afterwards, so that a shape with a bad pattern
     * lets nothing through.
     *
     * @param faults told of every fault, by its path in the data form of the shape (as {@link ShapeReader} gives them):
     *     a bad pattern or a shape nested too deep; as a warning, what no value can ever satisfy
     */
    public static CompiledShape compile(Shape shape, Consumer<ShapeReader.Fault> faults) {
        return new CompiledShape(shape, new Compiler(faults).compile(shape));
    }

    /**
     * Compiles a shape that comes from code and is expected to be sound.
     *
     * @throws IllegalArgumentException naming every fault that is not a mere warning
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

    /** What was compiled. */
    public Shape shape() {
        return shape;
    }

    /** True where {@code actual} is of this shape. */
    public boolean matches(@Nullable Object actual) {
        return root.test(actual);
    }

    /**
     * Where {@code actual} is not of this shape.
     *
     * @return every failure in the order of the shape; empty where there is none
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
     * As {@link #failures}, of something that is not a map but has members.
     *
     * @throws IllegalStateException where this is not a shape of fields
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
     * As {@link #failures}, of a body that is not looked into: what its descriptor names is compared, any other field
     * fails as {@code not inspectable}.
     *
     * @param descriptor of a raw or streaming body
     * @throws IllegalStateException where this is not a shape of fields
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
