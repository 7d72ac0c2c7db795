package io.precinct.shapes;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts shapes to JSON Schema 2020-12.
 *
 * <p>A value that matches the shape always satisfies the schema. The reverse is true if the schema has no member whose
 * name begins with {@code x-precinct-}. Such a member holds the argument of a matcher for which JSON Schema has no
 * keyword ({@code gte} of a date, a pattern that ECMA-262 cannot express, the negation of either), so that readers
 * still see it.
 */
public final class JsonSchema {
    /** The value of {@code $schema}. */
    public static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private JsonSchema() {}

    /** The schema of a shape, to be embedded in a larger document. Frozen plain data. */
    public static Map<String, @Nullable Object> of(Shape shape) {
        return DepthLimit.allows(shape)
                ? SchemaPart.of(shape).keywords()
                : Data.map("x-precinct-shape", "nested deeper than " + DepthLimit.OF_SHAPE + " levels");
    }

    /** As {@link #of}, for a value that is known to be text, such as a variable of a path. */
    public static Map<String, @Nullable Object> ofText(Shape shape) {
        return DepthLimit.allows(shape) ? SchemaPart.of(shape, ValueType.TEXT).keywords() : of(shape);
    }

    /** As {@link #of}, as a document of its own, which begins with {@code $schema}. */
    public static Map<String, @Nullable Object> document(Shape shape) {
        return Data.mapBuilder().put("$schema", DIALECT).putAll(of(shape)).build();
    }
}
