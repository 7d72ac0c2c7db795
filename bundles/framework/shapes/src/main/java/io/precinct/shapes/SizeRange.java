package io.precinct.shapes;

import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The sizes that the argument of {@code count} accepts; none if {@code least} is greater than {@code most}.
 *
 * @param least at least 0
 * @param most {@link Long#MAX_VALUE} for no limit
 */
record SizeRange(long least, long most) {
    private static final SizeRange ALL = new SizeRange(0, Long.MAX_VALUE);
    private static final SizeRange NONE = new SizeRange(1, 0);

    /** The range that {@code size} accepts, or null if that is not a single range of integers. */
    static @Nullable SizeRange of(Shape size) {
        return switch (size) {
            case Shape.Present _ -> ALL;
            case Shape.Fields _ -> NONE;
            case Shape.Literal literal -> literal(literal.value());
            case Shape.Match match -> {
                SizeRange range = ALL;
                for (Matcher matcher : match.matchers()) {
                    SizeRange one = of(matcher);
                    range = one == null || range == null ? null : range.and(one);
                }
                yield range;
            }
        };
    }

    private static @Nullable SizeRange literal(@Nullable Object value) {
        return switch (value) {
            case Integer i -> new SizeRange(i, i).and(ALL);
            case Long l -> new SizeRange(l, l).and(ALL);
            case Number _ -> null;
            case null, default -> NONE;
        };
    }

    private static @Nullable SizeRange of(Matcher matcher) {
        return switch (matcher) {
            case Matcher.Gte(Integer bound) -> new SizeRange(Math.max(bound, 0), Long.MAX_VALUE);
            case Matcher.Lte(Integer bound) -> bound < 0 ? NONE : new SizeRange(0, bound);
            default -> null;
        };
    }

    private SizeRange and(SizeRange other) {
        return new SizeRange(Math.max(least, other.least), Math.min(most, other.most));
    }
}
