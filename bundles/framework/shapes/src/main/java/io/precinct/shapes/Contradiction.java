package io.precinct.shapes;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds matchers that no value can match: alone, or together in one map. */
final class Contradiction {
    /** The types of values that matchers tell apart. */
    private enum Kind {
        NULL,
        FLAG,
        NUMBER,
        TEXT,
        LIST,
        MAP
    }

    private static final Set<Kind> SIZED = EnumSet.of(Kind.TEXT, Kind.LIST, Kind.MAP);

    private Contradiction() {}

    /** A sentence about a contradiction between matchers of one value, or null if none was found. */
    static @Nullable String in(List<Matcher> matchers) {
        String bounds = inBounds(matchers);
        if (bounds != null) {
            return bounds;
        }
        String kinds = inKinds(matchers);
        return kinds == null ? inSizes(matchers) : kinds;
    }

    /** A sentence about why no count satisfies {@code size}, or null if one may. */
    static @Nullable String inCount(Shape size) {
        String reason = noCount(size);
        if (reason != null) {
            return reason + ", so this never holds";
        }
        SizeRange range = SizeRange.of(size);
        return range == null || range.least() <= range.most() || isBounded(size)
                ? null
                : "no count is " + BoundedJson.text(size) + ", so this never holds";
    }

    /** Whether a contradiction between the bounds of {@code size} is reported where they are compiled. */
    private static boolean isBounded(Shape size) {
        return size instanceof Shape.Match match && match.matchers().size() > 1 && in(match.matchers()) != null;
    }

    private static @Nullable String noCount(@Nullable Object size) {
        return switch (size) {
            case Shape.Present _ -> null;
            case Shape.Fields _ -> "a count is a number and has no fields";
            case Shape.Items _ -> "a count is a number and no list";
            case Shape.Literal literal -> noCount(literal.value());
            case Shape.Match match ->
                match.matchers().stream()
                        .map(Contradiction::noCount)
                        .filter(reason -> reason != null)
                        .findFirst()
                        .orElse(null);
            case Matcher.Not not -> noCount(not.shape());
            case Matcher.Any(var _, var alternatives)
            when alternatives != null ->
                alternatives.stream()
                        .map(Contradiction::noCount)
                        .filter(reason -> reason != null)
                        .findFirst()
                        .orElse(null);
            case Matcher.Gte(Number _), Matcher.Lte(Number _) -> null;
            case Matcher matcher ->
                "a count is a number, to which " + matcher.name() + " " + BoundedJson.text(matcher.argument())
                        + " does not apply";
            case Number number when Data.compare(number, 0) < 0 -> "a count is at least 0";
            case Number number when Data.compare(number, number.longValue()) != 0 -> "a count is a whole number";
            case Number _ -> null;
            case null, default -> "a count is a number and not " + BoundedJson.text(size);
        };
    }

    private static @Nullable String inBounds(List<Matcher> matchers) {
        for (Matcher gte : matchers) {
            for (Matcher lte : matchers) {
                String contradiction =
                        gte instanceof Matcher.Gte(Object least) && lte instanceof Matcher.Lte(Object most)
                                ? between(least, most)
                                : null;
                if (contradiction != null) {
                    return contradiction;
                }
            }
        }
        return null;
    }

    private static @Nullable String between(Object least, Object most) {
        if (least instanceof Number low && most instanceof Number high) {
            return Data.compare(low, high) > 0 ? apart(least, most) : null;
        }
        Instant from = least instanceof String text ? IsoTimestamp.parse(text) : null;
        Instant to = most instanceof String text ? IsoTimestamp.parseEnd(text) : null;
        if (from != null && to != null) {
            return from.isAfter(to) ? apart(least, most) : null;
        }
        boolean mixed = (from != null && most instanceof Number) || (least instanceof Number && to != null);
        return mixed ? "one bound is a number and the other a moment, so this never holds" : null;
    }

    private static String apart(Object least, Object most) {
        return "gte " + BoundedJson.text(least) + " is above lte " + BoundedJson.text(most) + ", so this never holds";
    }

    /** Matchers of which one takes text and another a list, for example. */
    private static @Nullable String inKinds(List<Matcher> matchers) {
        Set<Kind> common = EnumSet.allOf(Kind.class);
        Map<String, String> seen = new LinkedHashMap<>();
        for (Matcher matcher : matchers) {
            Set<Kind> kinds = kinds(matcher);
            common.retainAll(kinds);
            if (kinds.size() < Kind.values().length) {
                seen.put(matcher.name(), matcher.name());
            }
            if (common.isEmpty()) {
                return "no value is of a type that " + String.join(" and ", seen.keySet())
                        + " all apply to, so this never holds";
            }
        }
        return null;
    }

    private static Set<Kind> kinds(Matcher matcher) {
        return switch (matcher) {
            case Matcher.Matches _, Matcher.Prefix _ -> EnumSet.of(Kind.TEXT);
            case Matcher.Contains(String _) -> SIZED;
            case Matcher.Contains _, Matcher.First _, Matcher.Every _ -> EnumSet.of(Kind.LIST);
            case Matcher.Keys _ -> EnumSet.of(Kind.MAP);
            case Matcher.Gte(Object bound) -> EnumSet.of(bound instanceof Number ? Kind.NUMBER : Kind.TEXT);
            case Matcher.Lte(Object bound) -> EnumSet.of(bound instanceof Number ? Kind.NUMBER : Kind.TEXT);
            case Matcher.Count _ -> SIZED;
            case Matcher.Any(var _, var alternatives) when alternatives != null -> alternativeKinds(alternatives);
            case Matcher.Any _ -> EnumSet.of(Kind.LIST);
            case Matcher.Empty(boolean expected) ->
                expected
                        ? EnumSet.complementOf(EnumSet.of(Kind.FLAG, Kind.NUMBER))
                        : EnumSet.complementOf(EnumSet.of(Kind.NULL));
            case Matcher.Not _ -> EnumSet.allOf(Kind.class);
        };
    }

    /** The types of the alternatives, and lists, which may have one of them as an element. */
    private static Set<Kind> alternativeKinds(List<?> alternatives) {
        Set<Kind> kinds = EnumSet.of(Kind.LIST);
        for (Object alternative : alternatives) {
            switch (alternative) {
                case null -> kinds.add(Kind.NULL);
                case Boolean _ -> kinds.add(Kind.FLAG);
                case Number _ -> kinds.add(Kind.NUMBER);
                case String _ -> kinds.add(Kind.TEXT);
                case List<?> _, Shape.Items _ -> {}
                case Map<?, ?> _, Shape.Fields _ -> kinds.add(Kind.MAP);
                default -> kinds.addAll(EnumSet.allOf(Kind.class));
            }
        }
        return kinds;
    }

    /** Matchers that ask for different sizes. */
    private static @Nullable String inSizes(List<Matcher> matchers) {
        SizeRange sizes = SizeRange.ALL;
        boolean nullable = true;
        for (Matcher matcher : matchers) {
            SizeRange range = SizeRange.ofValue(matcher);
            if (range != null) {
                sizes = sizes.and(range);
                nullable &= matcher instanceof Matcher.Empty;
            }
        }
        return sizes.least() <= sizes.most() || nullable
                ? null
                : "the matchers ask for different sizes, so this never holds";
    }
}
