package io.precinct.api.shape;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One test of a value. The shape engine defines its meaning; this is only its notation. */
public sealed interface Matcher {
    /** The names of the vocabulary, in the order in which they are documented. */
    List<String> NAMES = List.of(
            "matches", "contains", "keys", "gte", "lte", "count", "first", "any", "every", "not", "empty", "prefix");

    /** A string in which the linear-time regular expression {@code pattern} (RE2 syntax) is found, unanchored. */
    record Matches(String pattern) implements Matcher {}

    /** A string that starts with {@code text}. */
    record Prefix(String text) implements Matcher {}

    /**
     * String: a substring; list: an element that is equal or matches (a list argument: one for each of its elements);
     * map: the key.
     *
     * @param value plain data; or, if matchers stand in it, a {@link Shape}: {@link Shape.Items} for a list argument
     */
    record Contains(@Nullable Object value) implements Matcher {}

    /** A map with at least these keys. */
    record Keys(List<String> keys) implements Matcher {
        public Keys {
            keys = List.copyOf(keys);
        }
    }

    /**
     * At least {@code bound}: both numbers, or both ISO 8601 dates or timestamps. A bound without time is the beginning
     * of its day in UTC.
     */
    record Gte(Object bound) implements Matcher {}

    /**
     * At most {@code bound}: both numbers, or both ISO 8601 dates or timestamps. A bound without time is the end of its
     * day in UTC, so the whole day is included.
     */
    record Lte(Object bound) implements Matcher {}

    /** The size of a list or map, or the code points of a string, satisfies {@code size}. */
    record Count(Shape size) implements Matcher {}

    /** Element 0 of a list satisfies {@code element}. */
    record First(Shape element) implements Matcher {}

    /**
     * List: some element satisfies {@code element}, or one of {@code alternatives}; another value satisfies one of
     * {@code alternatives}.
     *
     * @param element the argument read as a shape
     * @param alternatives the argument if it was a list, else null; each is plain data, or a {@link Shape} if matchers
     *     stand in it
     */
    record Any(Shape element, @Nullable List<@Nullable Object> alternatives) implements Matcher {}

    /**
     * A list that is not empty, every element of which satisfies {@code element}.
     *
     * @since 1.1
     */
    record Every(Shape element) implements Matcher {}

    /** The value is present and does not satisfy {@code shape}. */
    record Not(Shape shape) implements Matcher {}

    /** {@code true}: null, "", [] or {}; {@code false}: anything else. */
    record Empty(boolean expected) implements Matcher {}

    /** The name of this matcher in YAML and JSON. */
    default String name() {
        return switch (this) {
            case Matches _ -> "matches";
            case Prefix _ -> "prefix";
            case Contains _ -> "contains";
            case Keys _ -> "keys";
            case Gte _ -> "gte";
            case Lte _ -> "lte";
            case Count _ -> "count";
            case First _ -> "first";
            case Any _ -> "any";
            case Every _ -> "every";
            case Not _ -> "not";
            case Empty _ -> "empty";
        };
    }

    /** The argument as plain data. */
    default @Nullable Object argument() {
        return switch (this) {
            case Matches m -> m.pattern();
            case Prefix m -> m.text();
            case Contains m -> ShapeReader.plain(m.value());
            case Keys m -> m.keys();
            case Gte m -> m.bound();
            case Lte m -> m.bound();
            case Count m -> m.size().toData();
            case First m -> m.element().toData();
            case Any m -> m.alternatives() == null ? m.element().toData() : ShapeReader.plain(m.alternatives());
            case Every m -> m.element().toData();
            case Not m -> m.shape().toData();
            case Empty m -> m.expected();
        };
    }
}
