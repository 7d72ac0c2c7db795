package io.precinct.itests.blackbox;

import io.precinct.api.data.Data;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the description of an operation says about one of its arguments, and whether a value fits that. It is written
 * from the documentation of tools, independently of the product's own code.
 *
 * @param name of the argument
 * @param keywords of JSON Schema, and {@code in}
 */
record ArgumentSchema(String name, Map<String, ?> keywords) {
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT.+");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

    /** Where the argument goes: {@code path, query, header, body}; {@code call} for the options of every call. */
    String place() {
        return keywords.get("in") instanceof String place ? place : "call";
    }

    /** Whether a value may be given: in a body as it is, elsewhere as the text that it becomes. */
    boolean admits(@Nullable Object value) {
        return switch (place()) {
            case "body", "call" -> fits(keywords, value);
            case "query" -> value instanceof List<?> several ? admitsAll(several) : isScalar(value) && fitsText(value);
            default -> isScalar(value) && fitsText(value);
        };
    }

    private boolean admitsAll(List<?> values) {
        boolean list = types(keywords).contains("array");
        return list && !values.isEmpty() && values.stream().allMatch(value -> isScalar(value) && fitsText(value));
    }

    private static boolean isScalar(@Nullable Object value) {
        return value != null && !(value instanceof List<?>) && !(value instanceof Map<?, ?>);
    }

    /** Whether a scalar fits as text; where a list is taken, as a list of one. */
    private boolean fitsText(Object value) {
        Map<?, ?> one = types(keywords).contains("array") && keywords.get("items") instanceof Map<?, ?> items
                ? items
                : keywords;
        return fitsText(one, value instanceof Number number ? text(number) : value.toString());
    }

    private static String text(Number number) {
        return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
    }

    private static boolean fitsText(Map<?, ?> schema, String text) {
        if (schema.get("anyOf") instanceof List<?> alternatives) {
            return alternatives.stream().anyMatch(each -> fitsText((Map<?, ?>) each, text));
        }
        List<?> types = types(schema);
        if (types.contains("integer")) {
            return WHOLE.matcher(text).matches() && fits(schema, Long.valueOf(text));
        }
        return types.contains("boolean") ? text.equals("true") || text.equals("false") : fits(schema, text);
    }

    /** Whether a value of JSON is valid by these keywords. */
    private static boolean fits(Map<?, ?> schema, @Nullable Object value) {
        List<?> types = types(schema);
        if (!types.isEmpty() && types.stream().noneMatch(type -> is(value, String.valueOf(type)))) {
            return false;
        }
        if (schema.get("anyOf") instanceof List<?> alternatives
                && alternatives.stream().noneMatch(each -> fits((Map<?, ?>) each, value))) {
            return false;
        }
        if (schema.get("enum") instanceof List<?> allowed
                && allowed.stream().noneMatch(each -> Data.equal(each, value))) {
            return false;
        }
        return switch (value) {
            case String text -> fitsString(schema, text);
            case Number number -> fitsNumber(schema, number.doubleValue());
            case List<?> list -> fitsList(schema, list);
            case Map<?, ?> map -> fitsObject(schema, map);
            case null, default -> true;
        };
    }

    private static List<?> types(Map<?, ?> schema) {
        Object type = schema.get("type");
        return type instanceof List<?> several ? several : type == null ? List.of() : List.of(type);
    }

    private static boolean is(@Nullable Object value, String type) {
        return switch (type) {
            case "null" -> value == null;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "number" -> value instanceof Number;
            case "integer" -> value instanceof Number number && number.doubleValue() % 1 == 0;
            case "array" -> value instanceof List<?>;
            case "object" -> value instanceof Map<?, ?>;
            default -> throw new IllegalArgumentException(type);
        };
    }

    private static double bound(Map<?, ?> schema, String keyword, double otherwise) {
        return schema.get(keyword) instanceof Number number ? number.doubleValue() : otherwise;
    }

    private static boolean fitsString(Map<?, ?> schema, String text) {
        return text.length() >= bound(schema, "minLength", 0)
                && text.length() <= bound(schema, "maxLength", Integer.MAX_VALUE)
                && !(schema.get("pattern") instanceof String pattern
                        && !Pattern.compile(pattern).matcher(text).find())
                && !("date".equals(schema.get("format")) && !DATE.matcher(text).matches())
                && !("date-time".equals(schema.get("format"))
                        && !TIME.matcher(text).matches());
    }

    private static boolean fitsNumber(Map<?, ?> schema, double number) {
        return number >= bound(schema, "minimum", Double.NEGATIVE_INFINITY)
                && number <= bound(schema, "maximum", Double.POSITIVE_INFINITY);
    }

    private static boolean fitsList(Map<?, ?> schema, List<?> list) {
        return list.size() >= bound(schema, "minItems", 0)
                && list.size() <= bound(schema, "maxItems", Integer.MAX_VALUE)
                && !(schema.get("items") instanceof Map<?, ?> items
                        && list.stream().anyMatch(each -> !fits(items, each)));
    }

    private static boolean fitsObject(Map<?, ?> schema, Map<?, ?> object) {
        if (schema.get("required") instanceof List<?> required
                && !object.keySet().containsAll(required)) {
            return false;
        }
        Map<?, ?> members = schema.get("properties") instanceof Map<?, ?> properties ? properties : Map.of();
        return object.entrySet().stream().allMatch(member -> {
            if (members.get(member.getKey()) instanceof Map<?, ?> known) {
                return fits(known, member.getValue());
            }
            Object others = schema.get("additionalProperties");
            return others instanceof Map<?, ?> any ? fits(any, member.getValue()) : !Boolean.FALSE.equals(others);
        });
    }
}
