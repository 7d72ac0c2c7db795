package io.precinct.api.contract;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shape of a schema: everything of it that shapes can express, and nothing else. */
final class SchemaShape {
    private SchemaShape() {}

    static Shape of(Schema schema) {
        if (schema.keyword("const") != null) {
            return new Shape.Literal(schema.keyword("const"));
        }
        if (schema.keyword(Schema.ENUM) instanceof List<?> values) {
            return any(Data.freezeList(values));
        }
        return schema.keyword(Schema.TYPE) instanceof String type ? ofType(schema, type) : Shape.Present.VALUE;
    }

    private static Shape ofType(Schema schema, String type) {
        return switch (type) {
            case "string" -> text(schema);
            case "integer", "number" -> matching(bounds(schema, "minimum", "maximum"));
            case "boolean" -> any(Data.list(true, false));
            case "array" -> matching(List.of(new Matcher.Count(size(schema, "minItems", "maxItems"))));
            case "object" -> object(schema);
            default -> Shape.Present.VALUE;
        };
    }

    private static Shape any(List<@Nullable Object> values) {
        return matching(List.of(new Matcher.Any(new Shape.Literal(values), values)));
    }

    private static Shape text(Schema schema) {
        List<Matcher> matchers = new ArrayList<>();
        if (schema.keyword("pattern") instanceof String pattern) {
            matchers.add(new Matcher.Matches(pattern));
        }
        if (schema.keyword("minLength") != null || schema.keyword("maxLength") != null) {
            matchers.add(new Matcher.Count(size(schema, "minLength", "maxLength")));
        }
        return matching(matchers);
    }

    private static Shape size(Schema schema, String least, String most) {
        List<Matcher> bounds = bounds(schema, least, most);
        return new Shape.Match(bounds.isEmpty() ? List.of(new Matcher.Gte(0)) : bounds);
    }

    private static List<Matcher> bounds(Schema schema, String least, String most) {
        List<Matcher> bounds = new ArrayList<>(2);
        if (schema.keyword(least) instanceof Number bound) {
            bounds.add(new Matcher.Gte(bound));
        }
        if (schema.keyword(most) instanceof Number bound) {
            bounds.add(new Matcher.Lte(bound));
        }
        return bounds;
    }

    /** The members that are always present. */
    private static Shape object(Schema schema) {
        Map<String, Shape> fields = new LinkedHashMap<>();
        schema.members().forEach((name, member) -> {
            if (schema.requires(name)) {
                fields.put(name, of(member));
            }
        });
        return fields.isEmpty() ? matching(List.of(new Matcher.Keys(List.of()))) : new Shape.Fields(fields);
    }

    private static Shape matching(List<Matcher> matchers) {
        return matchers.isEmpty() ? Shape.Present.VALUE : new Shape.Match(matchers);
    }
}
