package io.precinct.shapes;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Derives the expectation of a scenario from a real answer. If a value is likely to be the same next time, the literal
 * value is expected; if it is likely to differ, only its form is expected. The payload always matches the shape derived
 * from it.
 *
 * <ul>
 *   <li>numbers, null, false, text: literally; {@code true} in its strict form {@code {any: [true]}}
 *   <li>text that looks generated (UUID, ULID, digest, date, timestamp), and identifiers (the field is named like one
 *       and the text contains a digit): {@code matches} its form
 *   <li>text of more than {@value #LONG_TEXT} characters: {@code prefix} and {@code count}
 *   <li>a list of at most {@value #SHORT_LIST} plain values, none of them of those forms: literally; any other list:
 *       {@code count}, and {@code first} with the shape of its first element
 *   <li>a map: the shapes of its fields; deeper than {@value #DEEPEST} levels: presence only
 * </ul>
 */
public final class RecordedShape {
    private static final int LONG_TEXT = 1_000;
    private static final int PREFIX = 100;
    private static final int SHORT_LIST = 16;
    private static final int DEEPEST = 32;

    /** Patterns of the forms of text, the most specific first. */
    private static final List<Pattern> FORMS = List.of(
            form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"),
            form("^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$"),
            form("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
            form("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?Z$"),
            form("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?[+-][0-9]{2}:?[0-9]{2}$"),
            form("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?$"),
            form("^[0-7][0-9A-HJKMNP-TV-Z]{25}$"),
            form("^[0-9a-f]{32}$"),
            form("^[0-9a-f]{40}$"),
            form("^[0-9a-f]{64}$"),
            form("^sha256:[0-9a-f]{64}$"),
            form("^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$"));

    private static final Pattern IDENTIFIER_NAME = form("^(id|uuid|guid|ulid|etag|token|nonce)$|[_-]id$|[a-z]Id$");
    private static final Pattern IDENTIFIER = form("^[A-Za-z0-9._:/+=-]{1,200}$");
    private static final Pattern DIGIT = form("[0-9]");

    private RecordedShape() {}

    private static Pattern form(String pattern) {
        return Pattern.compile(pattern);
    }

    /** The shape that is expected of answers like {@code payload}, which is plain data. */
    public static Shape.Fields of(Map<String, ? extends @Nullable Object> payload) {
        return fields(payload, 0);
    }

    private static Shape.Fields fields(Map<?, ?> map, int depth) {
        var fields = new LinkedHashMap<String, Shape>();
        map.forEach((key, value) -> fields.put(String.valueOf(key), shape(String.valueOf(key), value, depth + 1)));
        return new Shape.Fields(fields);
    }

    private static Shape shape(String name, @Nullable Object value, int depth) {
        return switch (value) {
            case Boolean truth
            when truth -> match(new Matcher.Any(new Shape.Literal(Data.list(true)), Data.list(true)));
            case String text -> text(name, text);
            case Map<?, ?> map when map.isEmpty() -> new Shape.Literal(map);
            case Map<?, ?> map -> depth > DEEPEST ? Shape.Present.VALUE : fields(map, depth);
            case List<?> list -> depth > DEEPEST ? Shape.Present.VALUE : list(name, list, depth);
            case null, default -> new Shape.Literal(value);
        };
    }

    private static Shape match(Matcher... matchers) {
        return new Shape.Match(List.of(matchers));
    }

    private static Shape list(String name, List<?> list, int depth) {
        boolean literally = list.size() <= SHORT_LIST && list.stream().allMatch(element -> stable(name, element));
        return literally
                ? new Shape.Literal(list)
                : match(
                        new Matcher.Count(new Shape.Literal(list.size())),
                        new Matcher.First(shape(name, list.getFirst(), depth + 1)));
    }

    private static boolean stable(String name, @Nullable Object element) {
        return switch (element) {
            case String text -> text(name, text) instanceof Shape.Literal;
            case Map<?, ?> map -> map.isEmpty();
            case List<?> list -> list.isEmpty();
            case null, default -> true;
        };
    }

    private static Shape text(String name, String text) {
        if (text.length() > LONG_TEXT || hasUnpairedSurrogate(text)) {
            return longText(text);
        }
        for (Pattern form : FORMS) {
            if (form.matcher(text).matches()) {
                return match(new Matcher.Matches(form.pattern()));
            }
        }
        boolean identifier = IDENTIFIER_NAME.matcher(name).find()
                && IDENTIFIER.matcher(text).matches()
                && DIGIT.matcher(text).find();
        return identifier ? match(new Matcher.Matches(IDENTIFIER.pattern())) : new Shape.Literal(text);
    }

    /**
     * Whether a text contains half a surrogate pair: neither YAML nor UTF-8 can encode it, so a fixture cannot either.
     */
    private static boolean hasUnpairedSurrogate(String text) {
        return text.codePoints().anyMatch(code -> code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE);
    }

    private static Shape longText(String text) {
        var matchers = new ArrayList<Matcher>();
        String start =
                text.substring(0, text.offsetByCodePoints(0, Math.min(PREFIX, text.codePointCount(0, text.length()))));
        if (!hasUnpairedSurrogate(start)) {
            matchers.add(new Matcher.Prefix(start));
        }
        matchers.add(new Matcher.Count(new Shape.Literal(text.codePointCount(0, text.length()))));
        return new Shape.Match(matchers);
    }
}
