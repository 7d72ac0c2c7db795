package io.precinct.shapes;

import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sizes that the argument of {@code count} accepts; none if {@code least} is greater than {@code most}.
 *
 * @param least at least 0
 * @param most {@link Long#MAX_VALUE} for no limit
 */
record SizeRange(long least, long most) {
    static final SizeRange ALL = new SizeRange(0, Long.MAX_VALUE);
    private static final SizeRange NONE = new SizeRange(1, 0);

    /** The range that {@code size} accepts, or null if that is not a single range of integers. */
    static @Nullable SizeRange of(Shape size) {
        return switch (size) {
            case Shape.Present _ -> ALL;
            case Shape.Fields _, Shape.Items _ -> NONE;
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
            case Matcher.Gte(Number bound)
            when isExact(bound) -> new SizeRange(Math.max((long) Math.ceil(bound.doubleValue()), 0), Long.MAX_VALUE);
            case Matcher.Lte(Number bound)
            when isExact(bound) ->
                bound.doubleValue() < 0 ? NONE : new SizeRange(0, (long) Math.floor(bound.doubleValue()));
            default -> null;
        };
    }

    private static boolean isExact(Number bound) {
        return bound instanceof Integer || bound instanceof Double && Math.abs(bound.doubleValue()) < Integer.MAX_VALUE;
    }

    /** The sizes of values that {@code matcher} accepts, as far as they are limited; null if it accepts any size. */
    static @Nullable SizeRange ofValue(Matcher matcher) {
        return switch (matcher) {
            case Matcher.Count count -> of(count.size());
            case Matcher.Empty empty -> empty.expected() ? new SizeRange(0, 0) : atLeast(1);
            case Matcher.First _, Matcher.Every _ -> atLeast(1);
            case Matcher.Any any -> any.alternatives() == null ? atLeast(1) : null;
            case Matcher.Contains(String text) when text.isEmpty() -> null;
            case Matcher.Contains(List<?> all) when all.isEmpty() -> null;
            case Matcher.Contains _ -> atLeast(1);
            case Matcher.Keys keys -> atLeast(keys.keys().stream().distinct().count());
            case Matcher.Prefix prefix ->
                atLeast(prefix.text().codePointCount(0, prefix.text().length()));
            default -> null;
        };
    }

    private static SizeRange atLeast(long least) {
        return new SizeRange(least, Long.MAX_VALUE);
    }

    SizeRange and(SizeRange other) {
        return new SizeRange(Math.max(least, other.least), Math.min(most, other.most));
    }
}
