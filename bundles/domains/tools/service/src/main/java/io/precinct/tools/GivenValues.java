package io.precinct.tools;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.tools.BadArguments.Fault;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts the JSON values that a caller gives to what the places of a request hold. A value is converted or it is a
 * fault; none is left out. Whether a converted value is right is for the route to say. Not thread-safe.
 */
final class GivenValues {
    /** A list parameter that selects members by their names, separated by commas. */
    private static final String FIELDS = "fields";

    private static final Pattern VERSION = Pattern.compile("v?(\\d{1,18}(?:-[0-9A-Za-z]+)?)");

    /** Larger exponents would make a text of a million digits. */
    private static final int LARGEST_SCALE = 400;

    private final List<Fault> faults;

    /** Creates a converter that adds faults to a list. */
    GivenValues(List<Fault> faults) {
        this.faults = faults;
    }

    /** Returns the value of a variable of the path, or null if there is a fault. */
    @Nullable
    String path(Argument argument, @Nullable Object value, boolean severalSegments) {
        String text = scalar(argument, value);
        if (text == null) {
            return null;
        }
        if (text.isEmpty()) {
            fault(argument, "required", argument.name() + " is empty: give it");
            return null;
        }
        List<String> segments = severalSegments ? List.of(text.split("/", -1)) : List.of(text);
        if (segments.stream().anyMatch(each -> each.isEmpty() || each.equals(".") || each.equals(".."))) {
            fault(argument, "value", argument.name() + " has an empty segment, . or ..");
            return null;
        }
        return text;
    }

    /** Returns the values of a parameter of the query: several only of one that takes a list. */
    List<String> query(Argument argument, @Nullable Object value) {
        if (!(value instanceof List<?> several)) {
            String text = scalar(argument, value);
            return text == null ? List.of() : List.of(text);
        }
        boolean list = isArray(argument.schema());
        if (!list && !argument.name().equals(FIELDS)) {
            fault(argument, "type", argument.name() + " is one value, got a list");
            return List.of();
        }
        if (several.isEmpty()) {
            fault(argument, "value", argument.name() + " is an empty list: leave it out");
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (Object each : several) {
            String text = scalar(argument, each);
            if (text != null) {
                texts.add(text);
            }
        }
        return list ? texts : List.of(String.join(",", texts));
    }

    private static boolean isArray(Schema schema) {
        Object type = schema.keyword("type");
        return "array".equals(type) || type instanceof List<?> types && types.contains("array");
    }

    /** Returns the value of a header, or null if there is a fault. A version becomes an entity tag. */
    @Nullable
    String header(Argument argument, @Nullable Object value) {
        String text = scalar(argument, value);
        if (text == null) {
            return null;
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            fault(argument, "value", argument.name() + " has a control character");
            return null;
        }
        if (argument.target().equals("if-match") || argument.target().equals("if-none-match")) {
            var version = VERSION.matcher(text.strip());
            return version.matches() ? "\"v" + version.group(1) + "\"" : text;
        }
        return text;
    }

    private @Nullable String scalar(Argument argument, @Nullable Object value) {
        return switch (value) {
            case null -> {
                String advice = argument.required() ? "give it" : "leave it out";
                fault(argument, "type", argument.name() + " is null: " + advice);
                yield null;
            }
            case List<?> _ -> {
                fault(argument, "type", argument.name() + " is one value, got a list");
                yield null;
            }
            case Map<?, ?> _ -> {
                fault(argument, "type", argument.name() + " is one value, got an object");
                yield null;
            }
            case Number number -> text(number);
            default -> value.toString();
        };
    }

    private void fault(Argument argument, String code, String message) {
        faults.add(new Fault(argument.name(), code, message));
    }

    /** Returns a number as a client would write it in an address: without a fraction of zeros, and exactly. */
    private static String text(Number number) {
        BigDecimal exact = exact(number);
        if (exact == null) {
            return number.toString();
        }
        BigDecimal plain = exact.stripTrailingZeros();
        return Math.abs(plain.scale()) > LARGEST_SCALE ? plain.toString() : plain.toPlainString();
    }

    private static @Nullable BigDecimal exact(Number number) {
        return switch (number) {
            case BigDecimal decimal -> decimal;
            case BigInteger integer -> new BigDecimal(integer);
            case Double real -> Double.isFinite(real) ? new BigDecimal(real.toString()) : null;
            default -> new BigDecimal(number.toString());
        };
    }

    /**
     * Returns a value for a JSON body: the same, except that whole numbers written with a fraction of zeros are
     * integers, as in JSON Schema.
     */
    static @Nullable Object body(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> members -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                members.forEach((name, member) -> map.put(String.valueOf(name), body(member)));
                yield Data.freezeMap(map);
            }
            case List<?> elements -> {
                List<@Nullable Object> list = new ArrayList<>();
                elements.forEach(element -> list.add(body(element)));
                yield Data.freezeList(list);
            }
            case Number number -> integral(number);
            case null, default -> value;
        };
    }

    private static Number integral(Number number) {
        if (!(number instanceof Double || number instanceof Float || number instanceof BigDecimal)) {
            return number;
        }
        BigDecimal exact = exact(number);
        if (exact == null || exact.signum() != 0 && Math.abs(exact.scale()) > LARGEST_SCALE) {
            return number;
        }
        try {
            long integer = exact.longValueExact();
            return integer == (int) integer ? (Number) (int) integer : (Number) integer;
        } catch (ArithmeticException e) {
            return number; // it has a fraction, or is larger than any integer that a route takes
        }
    }
}
