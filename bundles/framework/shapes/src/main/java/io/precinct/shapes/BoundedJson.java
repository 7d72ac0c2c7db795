package io.precinct.shapes;

import io.precinct.api.data.Json;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes compact JSON of at most {@value #LONGEST} characters, including the ellipsis of a text that was cut. Data
 * beyond the cut is not visited, so the cost does not depend on the size of the data.
 */
final class BoundedJson {
    static final int LONGEST = 200;

    private static final char ELLIPSIS = '\u2026';

    /** Larger integers are not converted to digits, which would be too expensive for a message. */
    private static final int LARGEST_BITS = 16_384;

    private final StringBuilder text = new StringBuilder();

    private BoundedJson() {}

    /** Plain data as {@link Json#compact} writes it, a shape or a matcher as its data form, cut to length. */
    static String text(@Nullable Object value) {
        var json = new BoundedJson();
        json.write(value);
        return cut(json.text);
    }

    private static String cut(StringBuilder text) {
        if (text.length() <= LONGEST) {
            return text.toString();
        }
        int end = LONGEST - 1;
        if (Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        text.setLength(end);
        return text.append(ELLIPSIS).toString();
    }

    private boolean full() {
        return text.length() > LONGEST;
    }

    private void write(@Nullable Object value) {
        switch (value) {
            case String s -> string(s);
            case Map<?, ?> map -> object(map);
            case List<?> list -> array(list);
            case Shape shape -> shape(shape);
            case Matcher matcher -> matchers(List.of(matcher));
            case BigInteger i -> number(i, i.bitLength());
            case BigDecimal d -> number(d, d.unscaledValue().bitLength());
            case null, default -> text.append(Json.compact(value));
        }
    }

    private void shape(Shape shape) {
        switch (shape) {
            case Shape.Present _ -> text.append("true");
            case Shape.Literal literal -> write(literal.value());
            case Shape.Fields fields -> object(fields.fields());
            case Shape.Items items -> array(items.items());
            case Shape.Match match -> matchers(match.matchers());
        }
    }

    private void matchers(List<Matcher> matchers) {
        text.append('{');
        for (int i = 0; i < matchers.size() && !full(); i++) {
            text.append(i > 0 ? "," : "");
            string(matchers.get(i).name());
            text.append(':');
            argument(matchers.get(i));
        }
        text.append('}');
    }

    /** As {@link Matcher#argument}, without building the data form of whole shapes. */
    private void argument(Matcher matcher) {
        switch (matcher) {
            case Matcher.Count m -> shape(m.size());
            case Matcher.First m -> shape(m.element());
            case Matcher.Not m -> shape(m.shape());
            case Matcher.Contains m -> write(m.value());
            case Matcher.Any m when m.alternatives() != null -> write(m.alternatives());
            case Matcher.Any m -> shape(m.element());
            case Matcher.Every m -> shape(m.element());
            default -> write(matcher.argument());
        }
    }

    private void object(Map<?, ?> map) {
        text.append('{');
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        for (boolean more = false; entries.hasNext() && !full(); more = true) {
            Map.Entry<?, ?> entry = entries.next();
            text.append(more ? "," : "");
            string(String.valueOf(entry.getKey()));
            text.append(':');
            write(entry.getValue());
        }
        text.append('}');
    }

    private void array(List<?> list) {
        text.append('[');
        for (int i = 0; i < list.size() && !full(); i++) {
            text.append(i > 0 ? "," : "");
            write(list.get(i));
        }
        text.append(']');
    }

    private void number(Number value, int bits) {
        text.append(bits <= LARGEST_BITS ? Json.compact(value) : "\"a number of " + bits + " bits\"");
    }

    /**
     * Writes a string. As each character takes at least one character in JSON, at most {@link #LONGEST} are needed.
     */
    private void string(String value) {
        if (value.length() <= LONGEST) {
            text.append(Json.compact(value));
            return;
        }
        String start = Json.compact(value.substring(0, LONGEST + 1));
        text.append(start, 0, start.length() - 1);
    }
}
