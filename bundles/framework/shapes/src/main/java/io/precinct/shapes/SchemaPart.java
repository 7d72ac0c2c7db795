package io.precinct.shapes;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema of a part of a shape.
 *
 * @param keywords members of the schema, frozen
 * @param exact true if the schema accepts exactly the values that the shape accepts; a schema that is not exact accepts
 *     more and must not be negated
 */
record SchemaPart(Map<String, @Nullable Object> keywords, boolean exact) {
    private static final Map<String, @Nullable Object> NOTHING = Data.map("not", Data.map());

    /** The schema of a shape that {@link DepthLimit} allows. */
    static SchemaPart of(Shape shape) {
        return of(shape, ValueType.ANY);
    }

    /**
     * As {@link #of(Shape)}, for a value whose type is known: the parts of matchers for other types are left out.
     */
    static SchemaPart of(Shape shape, ValueType subject) {
        return switch (shape) {
            case Shape.Present _ -> subject == ValueType.ANY ? exactly() : exactly("type", subject.typeName());
            case Shape.Literal literal -> exactly("const", literal.value());
            case Shape.Fields fields -> fields(fields);
            case Shape.Items items -> items(items);
            case Shape.Match match -> {
                ValueType known = subject == ValueType.ANY ? ValueType.of(match) : subject;
                yield all(match.matchers().stream()
                        .map(matcher -> of(matcher, known))
                        .toList());
            }
        };
    }

    private static SchemaPart exactly(@Nullable Object... keywords) {
        return new SchemaPart(Data.map(keywords), true);
    }

    private static SchemaPart wider(@Nullable Object... keywords) {
        return new SchemaPart(Data.map(keywords), false);
    }

    private static SchemaPart fields(Shape.Fields fields) {
        if (fields.fields().isEmpty()) {
            return exactly("type", "object");
        }
        var properties = Data.mapBuilder();
        boolean exact = true;
        for (Map.Entry<String, Shape> field : fields.fields().entrySet()) {
            SchemaPart part = of(field.getValue());
            properties.put(field.getKey(), part.keywords());
            exact &= part.exact();
        }
        return new SchemaPart(
                Data.map(
                        "type", "object",
                        "properties", properties.build(),
                        "required", List.copyOf(fields.fields().keySet())),
                exact);
    }

    private static SchemaPart items(Shape.Items items) {
        List<SchemaPart> parts = items.items().stream().map(SchemaPart::of).toList();
        int size = parts.size();
        SchemaPart sized = list("minItems", size, "maxItems", size);
        return parts.isEmpty()
                ? sized
                : new SchemaPart(
                        Data.mapBuilder()
                                .putAll(sized.keywords())
                                .put("prefixItems", keywords(parts))
                                .build(),
                        exact(parts));
    }

    private static List<Map<String, @Nullable Object>> keywords(List<SchemaPart> parts) {
        return parts.stream().map(SchemaPart::keywords).toList();
    }

    private static boolean exact(List<SchemaPart> parts) {
        return parts.stream().allMatch(SchemaPart::exact);
    }

    /** One schema that requires all parts: their keywords merged if they do not clash, else {@code allOf}. */
    private static SchemaPart all(List<SchemaPart> parts) {
        var merged = Data.mapBuilder();
        Map<String, @Nullable Object> seen = new HashMap<>();
        boolean exact = exact(parts);
        for (SchemaPart part : parts) {
            for (Map.Entry<String, @Nullable Object> keyword : part.keywords().entrySet()) {
                if (seen.containsKey(keyword.getKey()) && !Data.equal(seen.get(keyword.getKey()), keyword.getValue())) {
                    return new SchemaPart(Data.map("allOf", keywords(parts)), exact);
                }
                seen.put(keyword.getKey(), keyword.getValue());
                merged.put(keyword.getKey(), keyword.getValue());
            }
        }
        return new SchemaPart(merged.build(), exact);
    }

    private static SchemaPart of(Matcher matcher, ValueType subject) {
        return switch (matcher) {
            case Matcher.Matches m -> matches(m.pattern());
            case Matcher.Prefix m -> exactly("type", "string", "pattern", "^" + EcmaPattern.quote(m.text()));
            case Matcher.Contains m -> contains(m.value(), subject);
            case Matcher.Keys m -> exactly("type", "object", "required", List.copyOf(new LinkedHashSet<>(m.keys())));
            case Matcher.Gte m -> bound("minimum", "x-precinct-gte", m.bound());
            case Matcher.Lte m -> bound("maximum", "x-precinct-lte", m.bound());
            case Matcher.Count m -> count(m.size(), subject);
            case Matcher.First m -> first(of(m.element()));
            case Matcher.Any m -> any(m, subject);
            case Matcher.Every m -> every(of(m.element()));
            case Matcher.Not m -> not(m.shape());
            case Matcher.Empty m -> empty(m.expected(), subject);
        };
    }

    private static SchemaPart matches(String pattern) {
        String ecma = sound(pattern) ? EcmaPattern.of(pattern) : null;
        return ecma == null
                ? wider("type", "string", "x-precinct-matches", pattern)
                : exactly("type", "string", "pattern", ecma);
    }

    private static boolean sound(String pattern) {
        var faults = new ArrayList<Object>();
        CompiledShape.compile(new Shape.Match(List.of(new Matcher.Matches(pattern))), faults::add);
        return faults.isEmpty();
    }

    private static SchemaPart contains(@Nullable Object value, ValueType subject) {
        if (value instanceof Shape.Items all) {
            List<SchemaPart> parts = all.items().stream().map(SchemaPart::of).toList();
            return parts.isEmpty()
                    ? list()
                    : new SchemaPart(
                            list(
                                            "allOf",
                                            parts.stream()
                                                    .map(part -> Data.map("contains", part.keywords()))
                                                    .toList())
                                    .keywords(),
                            exact(parts));
        }
        if (value instanceof Shape shape) {
            SchemaPart part = of(shape);
            return new SchemaPart(list("contains", part.keywords()).keywords(), part.exact());
        }
        if (value instanceof List<?> all) {
            var each = Data.listBuilder();
            all.forEach(element -> each.add(Data.map("contains", Data.map("const", element))));
            return all.isEmpty() ? list() : list("allOf", each.build());
        }
        SchemaPart element = list("contains", Data.map("const", value));
        if (!(value instanceof String text)) {
            return element;
        }
        SchemaPart part = exactly("type", "string", "pattern", EcmaPattern.quote(text));
        SchemaPart key = exactly("type", "object", "required", Data.list(text));
        return switch (subject) {
            case TEXT -> part;
            case LIST -> element;
            case MAP -> key;
            case ANY, NUMBER -> exactly("anyOf", Data.list(part.keywords(), element.keywords(), key.keywords()));
        };
    }

    /** A list. Includes {@code items}, although it allows anything, because tools expect it. */
    private static SchemaPart list(@Nullable Object... keywords) {
        return new SchemaPart(
                Data.mapBuilder()
                        .put("type", "array")
                        .put("items", Data.map())
                        .putAll(Data.map(keywords))
                        .build(),
                true);
    }

    private static SchemaPart bound(String keyword, String extension, Object bound) {
        if (bound instanceof Number) {
            return exactly("type", "number", keyword, bound);
        }
        return bound instanceof String text && IsoTimestamp.parse(text) != null
                ? wider("type", "string", extension, bound)
                : exactly("not", Data.map(), extension, bound);
    }

    private static SchemaPart first(SchemaPart element) {
        return new SchemaPart(
                list("minItems", 1, "prefixItems", Data.list(element.keywords()))
                        .keywords(),
                element.exact());
    }

    private static SchemaPart every(SchemaPart element) {
        return new SchemaPart(Data.map("type", "array", "minItems", 1, "items", element.keywords()), element.exact());
    }

    /** {@code any} of alternatives in which matchers stand. A list is never compared as a whole. */
    private static SchemaPart anyShape(List<?> alternatives, ValueType subject) {
        List<SchemaPart> parts = alternatives.stream()
                .map(each -> each instanceof Shape shape ? of(shape) : exactly("const", each))
                .toList();
        Map<String, @Nullable Object> one = Data.map("anyOf", keywords(parts));
        Map<String, @Nullable Object> whole =
                Data.map("allOf", Data.list(Data.map("not", Data.map("type", "array")), one));
        Map<String, @Nullable Object> element = list("contains", one).keywords();
        return new SchemaPart(
                switch (subject) {
                    case LIST -> element;
                    case ANY -> Data.map("anyOf", Data.list(whole, element));
                    case TEXT, NUMBER, MAP -> whole;
                },
                exact(parts));
    }

    private static SchemaPart any(Matcher.Any any, ValueType subject) {
        List<?> alternatives = any.alternatives();
        if (alternatives == null) {
            SchemaPart element = of(any.element());
            return new SchemaPart(list("contains", element.keywords()).keywords(), element.exact());
        }
        if (alternatives.stream().anyMatch(Shape.class::isInstance)) {
            return anyShape(alternatives, subject);
        }
        List<@Nullable Object> distinct = new ArrayList<>();
        for (Object alternative : alternatives) {
            if (!MatcherTests.holds(distinct, alternative)) {
                distinct.add(alternative);
            }
        }
        if (distinct.isEmpty()) {
            return new SchemaPart(NOTHING, true);
        }
        // A list is never compared as a whole, only its elements are.
        List<@Nullable Object> whole = distinct.stream()
                .filter(value -> !(value instanceof List) && subject.admits(value))
                .toList();
        SchemaPart some = list("contains", Data.map("enum", distinct));
        if (subject != ValueType.ANY && subject != ValueType.LIST) {
            return whole.isEmpty() ? new SchemaPart(NOTHING, true) : exactly("type", subject.typeName(), "enum", whole);
        }
        return whole.isEmpty() ? some : exactly("anyOf", Data.list(Data.map("enum", whole), some.keywords()));
    }

    private static SchemaPart not(Shape shape) {
        SchemaPart part = of(shape);
        return part.exact() ? exactly("not", part.keywords()) : wider("x-precinct-not", shape.toData());
    }

    private static SchemaPart empty(boolean expected, ValueType subject) {
        if (subject.sized() != null) {
            return exactly("type", subject.typeName(), (expected ? "max" : "min") + subject.sized(), expected ? 0 : 1);
        }
        return expected
                ? exactly(
                        "type", Data.list("null", "string", "array", "object"),
                        "maxLength", 0,
                        "maxItems", 0,
                        "maxProperties", 0)
                : exactly(
                        "type", Data.list("boolean", "number", "string", "array", "object"),
                        "minLength", 1,
                        "minItems", 1,
                        "minProperties", 1);
    }

    private static SchemaPart count(Shape size, ValueType subject) {
        String one = subject.sized();
        Object sized = one == null ? Data.list("string", "array", "object") : subject.typeName();
        SizeRange range = SizeRange.of(size);
        if (range == null) {
            return wider("type", sized, "x-precinct-count", size.toData());
        }
        if (range.least() > range.most()) {
            return new SchemaPart(NOTHING, true);
        }
        var keywords = Data.mapBuilder().put("type", sized);
        for (String of : one == null ? List.of("Length", "Items", "Properties") : List.of(one)) {
            if (range.least() > 0) {
                keywords.put("min" + of, range.least());
            }
            if (range.most() < Long.MAX_VALUE) {
                keywords.put("max" + of, range.most());
            }
        }
        return new SchemaPart(keywords.build(), true);
    }
}
