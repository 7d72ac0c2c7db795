package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Refusal.Fault;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of a body, or the parameters of a query, and collects every fault instead of stopping at the first:
 * read all, then {@link #check}. What is absent, null or faulty reads as null (required text as the empty string), so that
 * reading goes on. Members that begin with {@code _} are ignored; those that were never asked for are faults
 * ({@code unknown}). Not thread-safe.
 *
 * <pre>{@code
 * Form form = Form.body(input);
 * String note = form.requiredMarkdown("note", 65_536);
 * String detective = form.text("detective", 200);
 * form.check();
 * }</pre>
 */
public final class Form extends FormMembers {
    private Form(String prefix, boolean query, Map<String, @Nullable Object> members, List<Fault> faults) {
        super(prefix, query, members, faults);
    }

    /** The members of a JSON body, the variables of the path left out; no body at all is a body without members. */
    public static Form body(Input input) {
        Map<String, @Nullable Object> params = input.params().map();
        Form form = new Form("/", false, params, new ArrayList<>());
        form.known.addAll(variables(input));
        boolean noObject =
                params.containsKey("body") && !form.known.contains("body") && !(params.get("body") instanceof String);
        if (noObject) {
            form.known.add("body");
            form.faults.add(new Fault("", "type", "the body is a JSON object", "object"));
        }
        return form;
    }

    /** A body or a part of one that is at hand. */
    public static Form of(Map<String, @Nullable Object> members) {
        return new Form("/", false, members, new ArrayList<>());
    }

    /** The parameters of the query; text is converted where a number, a boolean or a date is asked for. */
    public static Form query(Input input) {
        return new Form("?", true, input.query().map(), new ArrayList<>());
    }

    private static List<String> variables(Input input) {
        return Stream.of(String.valueOf(input.route().get("path")).split("/"))
                .filter(segment -> segment.startsWith(":") || segment.startsWith("*"))
                .map(segment -> segment.substring(1))
                .toList();
    }

    /** These members may be there and are not used. */
    public Form ignoring(String... names) {
        known.addAll(List.of(names));
        return this;
    }

    /** A string of at most {@code most} characters, or null. */
    public @Nullable String text(String name, int most) {
        return text(name, value(name), most);
    }

    private @Nullable String text(String name, @Nullable Object value, int most) {
        if (value instanceof String text && text.length() > most && text.codePointCount(0, text.length()) > most) {
            return bad(name, "too_long", "has at most " + most + " characters", Data.map("max_length", most));
        }
        return storable(name, value);
    }

    /** A string of at most {@code mostBytes} in UTF-8, or null. */
    public @Nullable String markdown(String name, int mostBytes) {
        Object value = value(name);
        if (value instanceof String text && Text.bytes(text, mostBytes) > mostBytes) {
            return bad(name, "too_long", "has at most " + mostBytes + " bytes", Data.map("max_bytes", mostBytes));
        }
        return storable(name, value);
    }

    private @Nullable String storable(String name, @Nullable Object value) {
        if (!(value instanceof String text)) {
            return value == null ? null : bad(name, "type", "is a string", "string");
        }
        return Text.storable(text)
                ? text
                : bad(name, "characters", "holds neither NUL nor half a surrogate pair", null);
    }

    /** As {@link #text}, but it must be there and not be blank. */
    public String requiredText(String name, int most) {
        return required(name, text(name, most));
    }

    /** As {@link #markdown}, but it must be there and not be blank. */
    public String requiredMarkdown(String name, int mostBytes) {
        return required(name, markdown(name, mostBytes));
    }

    private String required(String name, @Nullable String text) {
        if (members.get(name) == null || text != null && text.isBlank()) {
            bad(name, "required", "is required", null);
        }
        return text == null ? "" : text;
    }

    /** One of these strings, or null. */
    public @Nullable String oneOf(String name, List<String> allowed) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        return value instanceof String text && allowed.contains(text)
                ? text
                : bad(name, "enum", "is one of " + String.join(", ", allowed), allowed);
    }

    /** An integer within these bounds, or null. */
    public @Nullable Long integer(String name, long least, long most) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        Long number = Scalar.whole(value, query);
        if (number == null) {
            return bad(name, "type", "is an integer", "integer");
        }
        return number >= least && number <= most
                ? number
                : bad(name, "bounds", "is " + least + " to " + most, Data.map("gte", least, "lte", most));
    }

    /** A boolean, or null. */
    public @Nullable Boolean truth(String name) {
        return switch (value(name)) {
            case null -> null;
            case Boolean b -> b;
            case String s when query && (s.equals("true") || s.equals("1")) -> true;
            case String s when query && (s.equals("false") || s.equals("0")) -> false;
            default -> bad(name, "type", "is true or false", List.of(true, false));
        };
    }

    /** A date {@code YYYY-MM-DD} of the years 0001 to 9999, or null. */
    public @Nullable LocalDate date(String name) {
        Object value = value(name);
        LocalDate date = value instanceof String text ? Scalar.date(text) : null;
        return value == null || date != null
                ? date
                : bad(name, format(value), "is a day that exists, YYYY-MM-DD", "YYYY-MM-DD");
    }

    /** An ISO 8601 timestamp with offset, of the years 0001 to 9999, or null. */
    public @Nullable Instant time(String name) {
        Object value = value(name);
        Instant time = value instanceof String text ? Scalar.time(text) : null;
        return value == null || time != null
                ? time
                : bad(name, format(value), "is an ISO 8601 timestamp with offset", "2026-01-31T12:00:00Z");
    }

    private static String format(Object value) {
        return value instanceof String ? "format" : "type";
    }

    /** A list of strings, each of at most {@code most} characters and not blank; null where it is absent or faulty. */
    public @Nullable List<String> texts(String name, int mostElements, int most) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof List<?> list)) {
            return bad(name, "type", "is a list of strings", "array");
        }
        if (list.size() > mostElements) {
            return bad(
                    name, "bounds", "has at most " + mostElements + " elements", Data.map("max_items", mostElements));
        }
        int before = faults.size();
        var texts = new ArrayList<String>(list.size());
        for (int i = 0; i < list.size(); i++) {
            String text = element(name + "/" + i, list.get(i), most);
            if (text != null) {
                texts.add(text);
            }
        }
        return faults.size() == before ? List.copyOf(texts) : null;
    }

    private @Nullable String element(String name, @Nullable Object value, int most) {
        if (value == null) {
            return bad(name, "type", "is a string", "string");
        }
        return value instanceof String text && text.isBlank()
                ? bad(name, "required", "is not blank", null)
                : text(name, value, most);
    }

    /** A parameter of a query that may be given several times; empty where it is absent. */
    public List<String> several(String name) {
        return switch (value(name)) {
            case null -> List.of();
            case List<?> list -> list.stream().map(String::valueOf).toList();
            case Object one -> List.of(String.valueOf(one));
        };
    }

    /** As {@link #several}, each of these strings. */
    public List<String> severalOf(String name, List<String> allowed) {
        List<String> values = several(name);
        if (!allowed.containsAll(values)) {
            bad(name, "enum", "is one of " + String.join(", ", allowed), allowed);
            return List.of();
        }
        return values;
    }

    /** A nested object, whose faults are this form's; null where it is absent or faulty. */
    public @Nullable Form object(String name) {
        Object value = value(name);
        return value == null ? null : element(name, value);
    }

    /** An element of a list, at {@code notes/0} say, as a nested object; null, and a fault, where it is none. */
    @SuppressWarnings("unchecked") // plain data
    public @Nullable Form element(String place, @Nullable Object value) {
        return value instanceof Map<?, ?> map
                ? at(place, (Map<String, @Nullable Object>) map)
                : bad(place, "type", "is an object", "object");
    }

    /** A part of this body that was reached otherwise, say an element of a list; its faults are this form's. */
    public Form at(String place, Map<String, @Nullable Object> part) {
        Form form = new Form(pointer(place) + "/", false, part, faults);
        nested.add(form);
        return form;
    }
}
