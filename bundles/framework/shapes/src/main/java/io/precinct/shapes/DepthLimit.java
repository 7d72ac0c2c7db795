package io.precinct.shapes;

import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits how deep shapes and literals may nest, because code that recurses into them could otherwise overflow the stack
 * of a request.
 */
final class DepthLimit {
    /** Most levels of fields and matchers within one another. */
    static final int OF_SHAPE = 200;

    /** Most levels of maps and lists within one another; the same limit as for freezing plain data. */
    static final int OF_LITERAL = 1_000;

    private DepthLimit() {}

    /** True if {@code shape} nests at most {@link #OF_SHAPE} levels. */
    static boolean allows(Shape shape) {
        return within(shape, OF_SHAPE);
    }

    /** True if {@code literal} nests at most {@link #OF_LITERAL} levels. */
    static boolean allowsLiteral(@Nullable Object literal) {
        return within(literal, OF_LITERAL);
    }

    private static boolean within(Shape shape, int levels) {
        return levels >= 0
                && switch (shape) {
                    case Shape.Fields fields ->
                        fields.fields().values().stream().allMatch(field -> within(field, levels - 1));
                    case Shape.Items items -> items.items().stream().allMatch(item -> within(item, levels - 1));
                    case Shape.Match match ->
                        match.matchers().stream().allMatch(matcher -> within(argument(matcher), levels - 1));
                    case Shape.Present _, Shape.Literal _ -> true;
                };
    }

    private static Shape argument(Matcher matcher) {
        return switch (matcher) {
            case Matcher.Count m -> m.size();
            case Matcher.First m -> m.element();
            case Matcher.Any m -> m.element();
            case Matcher.Every m -> m.element();
            case Matcher.Contains(Shape sought) -> sought;
            case Matcher.Not m -> m.shape();
            default -> Shape.Present.VALUE;
        };
    }

    private static boolean within(@Nullable Object literal, int levels) {
        Iterable<?> parts = switch (literal) {
            case Map<?, ?> map -> map.values();
            case List<?> list -> list;
            case null, default -> List.of();
        };
        for (Object part : parts) {
            if (levels == 0 || !within(part, levels - 1)) {
                return false;
            }
        }
        return true;
    }
}
