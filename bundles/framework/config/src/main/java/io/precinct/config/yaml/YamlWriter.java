package io.precinct.config.yaml;

import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import io.precinct.shapes.ExpectationReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes data as a block-style YAML 1.2 document. */
public final class YamlWriter {
    /** Text that needs no quotes in any position, unless the schema reads it as another type. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/]([A-Za-z0-9_./ -]*[A-Za-z0-9_./-])?");
    /** An implicit key must end within 1024 characters (YAML 1.2 §7.4.2). */
    private static final int LONGEST_KEY = 1000;

    private static final int DEEPEST = 90;

    private final StringBuilder out = new StringBuilder();

    private YamlWriter() {}

    /**
     * A document that reads back as equal data; shapes are written with their tags.
     *
     * @throws IllegalArgumentException if {@code data} contains something that YAML cannot represent or
     *     {@link YamlReader} would refuse
     */
    public static String write(@Nullable Object data) {
        var writer = new YamlWriter();
        writer.value(data, 0, true, false);
        return writer.out.append('\n').toString();
    }

    /**
     * Writes a value after the text that is already on the current line.
     *
     * @param indent indentation of the entries if the value is a collection
     * @param fresh true if a collection may begin on the current line
     * @param inShape true inside a shape, where plain nested maps read back as fields
     */
    private void value(@Nullable Object value, int indent, boolean fresh, boolean inShape) {
        if (indent > DEEPEST * 2) {
            throw new IllegalArgumentException("data nested deeper than " + DEEPEST + " levels cannot be written");
        }
        switch (value) {
            case Shape.Fields fields when inShape && isTagless(fields) -> members(fields.fields(), indent, fresh, true);
            case Shape.Fields fields -> tagged("!Fields", fields.fields(), indent);
            case Shape.Items items -> items(items.items(), indent, fresh, inShape);
            case Shape.Match match when inShape -> members(arguments(match), indent, fresh, true);
            case Shape.Match match -> tagged("!Match", arguments(match), indent);
            case Shape.Literal literal -> value(literal.value(), indent, fresh, inShape);
            case Shape.Present _ -> out.append("true");
            case Map<?, ?> map when inShape && !isUnambiguous(map) -> tagged("!Fields", map, indent);
            case Map<?, ?> map -> members(map, indent, fresh, inShape);
            case List<?> list -> items(list, indent, fresh, inShape);
            case String text -> out.append(scalar(text));
            case null -> out.append("null");
            case Boolean b -> out.append(b.booleanValue());
            case Number number -> out.append(number(number));
            default ->
                throw new IllegalArgumentException(
                        value.getClass().getName() + " is no plain data and cannot be written as YAML");
        }
    }

    /** True if these fields need no tag. Without fields, the tag tells them from an empty map. */
    private static boolean isTagless(Shape.Fields fields) {
        return !fields.fields().isEmpty() && isUnambiguous(fields.fields());
    }

    /** True if these fields, or this map in a literal, cannot be taken for matchers. */
    private static boolean isUnambiguous(Map<?, ?> members) {
        return members.isEmpty()
                || ExpectationReader.isReadAsFields(
                        members.keySet().stream().map(String::valueOf).toList());
    }

    private static String number(Number number) {
        String text = number.toString();
        try {
            if (CoreSchema.value(text) instanceof Number) {
                return text;
            }
        } catch (CoreSchema.NoNumber e) {
            throw new IllegalArgumentException("cannot be written as YAML: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("no YAML number: " + text);
    }

    private void tagged(String tag, Map<?, ?> members, int indent) {
        out.append(tag);
        if (members.isEmpty()) {
            out.append(' ');
        }
        members(members, indent, false, true);
    }

    /** The arguments of matchers, in which shapes are kept as shapes, so that their tags are written as well. */
    private static Map<String, @Nullable Object> arguments(Shape.Match match) {
        var arguments = new LinkedHashMap<String, @Nullable Object>();
        for (Matcher matcher : match.matchers()) {
            arguments.put(
                    matcher.name(),
                    switch (matcher) {
                        case Matcher.Count count -> count.size();
                        case Matcher.First first -> first.element();
                        case Matcher.Not not -> not.shape();
                        case Matcher.Every every -> every.element();
                        case Matcher.Contains contains -> contains.value();
                        case Matcher.Any any ->
                            Optional.<Object>ofNullable(any.alternatives()).orElse(any.element());
                        default -> matcher.argument();
                    });
        }
        return arguments;
    }

    private void members(Map<?, ?> map, int indent, boolean fresh, boolean inShape) {
        if (map.isEmpty()) {
            out.append("{}");
            return;
        }
        boolean first = fresh;
        for (Map.Entry<?, ?> member : map.entrySet()) {
            begin(indent, first);
            first = false;
            String key = scalar(String.valueOf(member.getKey()));
            if (key.length() > LONGEST_KEY) {
                out.append("? ").append(key);
                begin(indent, false);
                out.append(": ");
            } else {
                out.append(key).append(isBlock(member.getValue(), inShape) ? ":" : ": ");
            }
            value(member.getValue(), indent + 2, false, inShape);
        }
    }

    private void items(List<?> list, int indent, boolean fresh, boolean inShape) {
        if (list.isEmpty()) {
            out.append("[]");
            return;
        }
        boolean first = fresh;
        for (Object item : list) {
            begin(indent, first);
            first = false;
            out.append("- ");
            value(item, indent + 2, true, inShape);
        }
    }

    private static boolean isBlock(@Nullable Object value, boolean inShape) {
        return switch (value) {
            case Map<?, ?> map -> !map.isEmpty() && (!inShape || isUnambiguous(map));
            case List<?> list -> !list.isEmpty();
            case Shape.Items items -> !items.items().isEmpty();
            case Shape.Literal literal -> isBlock(literal.value(), inShape);
            case Shape.Fields fields -> inShape && isTagless(fields);
            case Shape.Match match -> inShape && !match.matchers().isEmpty();
            case null, default -> false;
        };
    }

    private void begin(int indent, boolean onThisLine) {
        if (!onThisLine) {
            out.append('\n').repeat(' ', indent);
        }
    }

    private static String scalar(String text) {
        if (PLAIN.matcher(text).matches() && isText(text)) {
            return text;
        }
        var quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> escape(c, quoted));
        return quoted.append('"').toString();
    }

    private static boolean isText(String text) {
        try {
            return CoreSchema.value(text) instanceof String;
        } catch (CoreSchema.NoNumber e) {
            return false;
        }
    }

    private static void escape(int c, StringBuilder out) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\t' -> out.append("\\t");
            default -> {
                boolean printable = c >= 0x20 && c < 0x7f || c > 0xa0 && c < 0xd800 && c != 0x2028 && c != 0x2029;
                if (printable) {
                    out.append((char) c);
                } else {
                    out.append(c > 0xffff ? String.format("\\U%08X", c) : String.format("\\u%04X", c));
                }
            }
        }
    }
}
