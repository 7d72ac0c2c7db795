package io.precinct.boundary.inspect.openapi;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes an example value of a schema, from the examples of its parts or else from plain values. */
final class Example {
    /** Stands for a missing example: no example can be derived from the conditions of the schema. */
    static final Object NONE = new Object();

    private static final String ANYTHING_VISIBLE = "\\S";

    private Example() {}

    static @Nullable Object of(Schema schema) {
        for (String keyword : List.of("examples", "enum")) {
            if (schema.keyword(keyword) instanceof List<?> values && !values.isEmpty()) {
                return values.getFirst();
            }
        }
        for (String keyword : List.of("const", "default")) {
            if (schema.keyword(keyword) != null) {
                return schema.keyword(keyword);
            }
        }
        if (schema.keyword("anyOf") instanceof List<?> alternatives
                && alternatives.getFirst() instanceof Schema first) {
            return of(first);
        }
        Object type = schema.keyword("type");
        return ofType(schema, String.valueOf(type instanceof List<?> types ? types.getFirst() : type));
    }

    private static @Nullable Object ofType(Schema schema, String type) {
        return switch (type) {
            case "string" -> text(schema);
            case "integer", "number" -> schema.keyword("minimum") instanceof Number least ? least : 1;
            case "boolean" -> true;
            case "null" -> null;
            case "array" -> list(schema);
            case "object" -> object(schema);
            default -> NONE;
        };
    }

    private static Object text(Schema schema) {
        Object pattern = schema.keyword("pattern");
        boolean plain = (pattern == null || pattern.equals(ANYTHING_VISIBLE)) && schema.keyword("format") == null;
        return plain ? "text" : NONE;
    }

    private static @Nullable Object list(Schema schema) {
        Object element = schema.keyword("items") instanceof Schema items ? of(items) : NONE;
        boolean empty = !(schema.keyword("minItems") instanceof Number least) || least.longValue() == 0;
        return element != NONE ? Data.list(element) : empty ? Data.list() : NONE;
    }

    private static Object object(Schema schema) {
        var object = Data.mapBuilder();
        for (Map.Entry<String, Schema> member : schema.members().entrySet()) {
            boolean required = schema.requires(member.getKey());
            boolean hasExamples = member.getValue().keyword("examples") != null;
            if (required || hasExamples) {
                Object value = of(member.getValue());
                if (value == NONE && required) {
                    return NONE;
                }
                if (value != NONE) {
                    object.put(member.getKey(), value);
                }
            }
        }
        return object.build();
    }
}
