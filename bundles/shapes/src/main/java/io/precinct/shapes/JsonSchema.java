package io.precinct.shapes;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON Schema 2020-12 from shapes.
 *
 * <p>A value that is of the shape always satisfies the schema. The reverse holds wherever the schema has no member whose
 * name begins with {@code x-precinct-}: that is where the argument of a matcher stands for which JSON Schema has no
 * keyword ({@code gte} of a date, a pattern that ECMA-262 cannot say, the negation of either), so that nothing is lost to a reader.
 */
public final class JsonSchema {
    /** What {@code $schema} says. */
    public static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private JsonSchema() {}

    /** The schema of a shape, to be embedded in a larger document. Frozen plain data. */
    public static Map<String, @Nullable Object> of(Shape shape) {
        return Depth.allows(shape)
                ? SchemaPart.of(shape).keywords()
                : Data.map("x-precinct-shape", "nested deeper than " + Depth.OF_SHAPE + " levels");
    }

    /** As {@link #of}, of a value that is known to be text, say a variable of a path. */
    public static Map<String, @Nullable Object> ofText(Shape shape) {
        return Depth.allows(shape) ? SchemaPart.of(shape, ValueType.TEXT).keywords() : of(shape);
    }

    /** As {@link #of}, as a document of its own: {@code $schema} stands in front. */
    public static Map<String, @Nullable Object> document(Shape shape) {
        return Data.mapBuilder().put("$schema", DIALECT).putAll(of(shape)).build();
    }
}
