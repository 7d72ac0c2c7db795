package io.precinct.shapes;

import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The type that a value of a shape is known to have, so that its schema can leave out the other types. */
enum ValueType {
    ANY(null, null),
    TEXT("string", "Length"),
    NUMBER("number", null),
    LIST("array", "Items"),
    MAP("object", "Properties");

    private final @Nullable String typeName;
    private final @Nullable String sized;

    ValueType(@Nullable String typeName, @Nullable String sized) {
        this.typeName = typeName;
        this.sized = sized;
    }

    /** The name of the type in JSON Schema; null for {@link #ANY}. */
    @Nullable
    String typeName() {
        return typeName;
    }

    /**
     * The suffix of the JSON Schema keywords for its size, as in {@code minLength}; null if it has no size or is
     * unknown.
     */
    @Nullable
    String sized() {
        return sized;
    }

    /** The only type of values that these matchers can match, or {@link #ANY} if there may be several. */
    static ValueType of(Shape.Match match) {
        for (Matcher matcher : match.matchers()) {
            ValueType one = switch (matcher) {
                case Matcher.Matches _, Matcher.Prefix _ -> TEXT;
                case Matcher.Gte m -> ofBound(m.bound());
                case Matcher.Lte m -> ofBound(m.bound());
                case Matcher.Keys _ -> MAP;
                case Matcher.First _, Matcher.Every _ -> LIST;
                case Matcher.Contains m -> m.value() instanceof String ? ANY : LIST;
                case Matcher.Any m -> m.alternatives() == null ? LIST : ANY;
                case Matcher.Count _, Matcher.Not _, Matcher.Empty _ -> ANY;
            };
            if (one != ANY) {
                return one;
            }
        }
        return ANY;
    }

    private static ValueType ofBound(Object bound) {
        return bound instanceof Number ? NUMBER : TEXT;
    }

    /** Whether {@code value} may be of this type. */
    boolean admits(@Nullable Object value) {
        return switch (this) {
            case ANY -> true;
            case TEXT -> value instanceof String;
            case NUMBER -> value instanceof Number;
            case LIST -> value instanceof List;
            case MAP -> value instanceof Map;
        };
    }
}
