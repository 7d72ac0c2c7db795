package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.rest.api.Refusal.Fault;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of a body or the parameters of a query, and collects every fault instead of stopping at the first:
 * read all members, then call {@link #check}. An absent, null or invalid member reads as null (required text as the
 * empty string), so that reading can continue. Members that begin with {@code _} are ignored; members that were never
 * read are faults ({@code unknown}), which name the members that may be given: those of the contract of the boundary
 * that are not {@code readOnly}, or those that were read if there is no contract, or if the contract has the member but
 * other members decide that it does not apply. Not thread-safe.
 *
 * <pre>{@code
 * Form form = Form.body(input);
 * String note = form.requiredMarkdown("note", 65_536);
 * String detective = form.text("detective", 200);
 * form.check();
 * }</pre>
 */
public final class Form {
    private final String prefix;
    private final boolean query;
    private final Map<String, @Nullable Object> members;
    private final List<Fault> faults;

    /** The body or the part of it that the form reads; null if nothing describes it. */
    private final @Nullable Schema schema;

    /** The names of the members that may be given; null if nothing declares them. */
    private final @Nullable List<String> declared;

    /** Members that were read or are ignored. */
    private final Set<String> known = new HashSet<>();

    /** Members that are allowed, but that no refusal recommends. */
    private final Set<String> ignored = new HashSet<>();

    private final List<Form> nested = new ArrayList<>(0);

    private Form(
            String prefix,
            Map<String, @Nullable Object> members,
            List<Fault> faults,
            @Nullable Schema schema,
            @Nullable List<String> declared) {
        this.prefix = prefix;
        this.query = prefix.equals("?");
        this.members = members;
        this.faults = faults;
        this.schema = schema;
        this.declared = declared;
    }

    private static Form ofBody(
            String prefix, Map<String, @Nullable Object> members, List<Fault> faults, @Nullable Schema schema) {
        return new Form(prefix, members, faults, schema, WritableMembers.of(schema));
    }

    /** Returns the form of a JSON body, without path variables; a missing body is a body without members. */
    public static Form body(Input input) {
        return body(input, input.contract().body());
    }

    /**
     * As {@link #body(Input)}, for a body of several alternatives, of which this schema describes the one that was
     * given.
     *
     * @since 1.7
     */
    public static Form body(Input input, @Nullable Schema schema) {
        Map<String, @Nullable Object> params = input.params().map();
        Form form = ofBody("/", params, new ArrayList<>(), schema);
        form.ignoring(variables(input));
        boolean noObject =
                params.containsKey("body") && !form.known.contains("body") && !(params.get("body") instanceof String);
        if (noObject) {
            form.ignoring("body");
            form.faults.add(new Fault("", "type", "the body is a JSON object", "object"));
        }
        return form;
    }

    /** Returns the form of a body, or part of one, that was read already. */
    public static Form of(Map<String, @Nullable Object> members) {
        return of(members, null);
    }

    /**
     * As {@link #of(Map)}, for a body that a schema describes.
     *
     * @since 1.7
     */
    public static Form of(Map<String, @Nullable Object> members, @Nullable Schema schema) {
        return ofBody("/", members, new ArrayList<>(), schema);
    }

    /** Returns the form of the query parameters; text is converted if a number, a boolean or a date is read. */
    public static Form query(Input input) {
        Contract contract = input.contract();
        List<String> declared = contract.declared()
                ? contract.names(Parameter.Place.QUERY).stream().sorted().toList()
                : null;
        return new Form("?", input.query().map(), new ArrayList<>(), null, declared);
    }

    private static String[] variables(Input input) {
        return Stream.of(String.valueOf(input.route().get("path")).split("/"))
                .filter(segment -> segment.startsWith(":") || segment.startsWith("*"))
                .map(segment -> segment.substring(1))
                .toArray(String[]::new);
    }

    /** Allows these members and ignores their values; no refusal names them as allowed. */
    public Form ignoring(String... names) {
        known.addAll(List.of(names));
        ignored.addAll(List.of(names));
        return this;
    }

    /** Returns true if the member is present, even if it is null. */
    public boolean has(String name) {
        return members.containsKey(name);
    }

    /** Adds a fault if the member is absent; a null value counts as present. */
    public void mustHave(String name) {
        if (!has(name)) {
            bad(name, "required", "is required", null);
        }
    }

    /** Returns the raw value, or null. */
    public @Nullable Object value(String name) {
        known.add(name);
        return members.get(name);
    }

    /**
     * Returns the names of members that were not read yet, without path variables and names that begin with {@code _}.
     */
    public List<String> names() {
        return members.keySet().stream()
                .filter(name -> !name.startsWith("_") && !known.contains(name))
                .toList();
    }

    /** Adds a fault at a member; {@code name} may continue with {@code /} and an index. */
    public void fault(String name, String code, String message, @Nullable Object allowed) {
        faults.add(new Fault(pointer(name), code, message, allowed));
    }

    /** Adds a fault that was found elsewhere. */
    public void fault(Fault fault) {
        faults.add(fault);
    }

    /** The faults found so far. */
    public List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** Adds a fault for each member that was never read. */
    public void unknown() {
        List<String> names = names();
        if (!names.isEmpty()) {
            List<String> read = read();
            names.forEach(name -> unknown(name, read));
            ignoring(names.toArray(String[]::new));
        }
        nested.forEach(Form::unknown);
    }

    /**
     * Adds the fault of a member that was never read. If it is declared, other members decide which ones apply: then
     * those that were read are allowed, else all that are declared.
     */
    private void unknown(String name, List<String> read) {
        boolean elsewhere = declared != null && declared.contains(name);
        List<String> allowed = declared == null || elsewhere ? read : declared;
        String kind = query ? "parameter " : "field ";
        String message = elsewhere
                ? "the " + kind + Text.shortened(name) + " does not apply here"
                : "there is no " + kind + Text.shortened(name);
        faults.add(new Fault(
                pointer(name), "unknown", allowed.isEmpty() ? message + "; this takes none" : message, allowed));
    }

    /** Returns the names of the members that were read, without those that no client may give. */
    private List<String> read() {
        return known.stream()
                .filter(name -> !name.startsWith("_") && !ignored.contains(name))
                .filter(name -> declared == null || declared.contains(name))
                .sorted()
                .toList();
    }

    /**
     * Ends the reading.
     *
     * @throws Refusal 422 with all faults, if there are any
     */
    public void check() {
        unknown();
        if (!faults.isEmpty()) {
            throw Refusal.invalid(faults);
        }
    }

    /** Reads a value of a type; null if it is absent or invalid. */
    public <T> @Nullable T read(String name, Type<T> type) {
        Object value = value(name);
        return value == null ? null : type.read(value, new Place(name));
    }

    /** The place of a member in the form. */
    private final class Place implements Type.Reading {
        private final String name;

        Place(String name) {
            this.name = name;
        }

        @Override
        public boolean isText() {
            return query;
        }

        @Override
        public void fault(String place, String code, String message, @Nullable Object allowed) {
            bad(name + place, code, message, allowed);
        }
    }

    /** Reads a string of at most {@code most} characters, or null. */
    public @Nullable String text(String name, int most) {
        return read(name, Type.text(most));
    }

    /** Reads a string of at most {@code mostBytes} bytes in UTF-8, or null. */
    public @Nullable String markdown(String name, int mostBytes) {
        return read(name, Type.utf8(mostBytes));
    }

    /** As {@link #text}, but the value must be present and not blank. */
    public String requiredText(String name, int most) {
        return required(name, text(name, most));
    }

    /** As {@link #markdown}, but the value must be present and not blank. */
    public String requiredMarkdown(String name, int mostBytes) {
        return required(name, markdown(name, mostBytes));
    }

    private String required(String name, @Nullable String text) {
        if (members.get(name) == null || text != null && text.isBlank()) {
            bad(name, "required", "is required", null);
        }
        return text == null ? "" : text;
    }

    /** Reads one of these strings, or null. */
    public @Nullable String oneOf(String name, List<String> allowed) {
        return read(name, Type.oneOf(allowed));
    }

    /** Reads an integer within these bounds, or null. */
    public @Nullable Long integer(String name, long least, long most) {
        return read(name, Type.integer(least, most));
    }

    /** Reads a boolean, or null. */
    public @Nullable Boolean truth(String name) {
        return read(name, Type.truth());
    }

    /** Reads a date {@code YYYY-MM-DD} of the years 0001 to 9999, or null. */
    public @Nullable LocalDate date(String name) {
        return read(name, Type.date());
    }

    /** Reads an ISO 8601 timestamp with offset, of the years 0001 to 9999, or null. */
    public @Nullable Instant time(String name) {
        return read(name, Type.time());
    }

    /** Reads a list of non-blank strings, each of at most {@code most} characters; null if it is absent or invalid. */
    public @Nullable List<String> texts(String name, int mostElements, int most) {
        return read(name, Type.list(Type.filledText(most), mostElements));
    }

    /** Reads a query parameter that may be repeated; empty if it is absent. */
    public List<String> several(String name) {
        return switch (value(name)) {
            case null -> List.of();
            case List<?> list -> list.stream().map(String::valueOf).toList();
            case Object one -> List.of(String.valueOf(one));
        };
    }

    /** As {@link #several}, where each value must be one of these strings. */
    public List<String> severalOf(String name, List<String> allowed) {
        List<String> values = several(name);
        if (!allowed.containsAll(values)) {
            bad(name, "enum", "is one of " + String.join(", ", allowed), allowed);
            return List.of();
        }
        return values;
    }

    /** Reads a nested object, whose faults go into this form; null if it is absent or invalid. */
    public @Nullable Form object(String name) {
        Object value = value(name);
        return value == null ? null : element(name, value);
    }

    /**
     * Returns an element of a list, for example at {@code notes/0}, as a nested object; adds a fault and returns null
     * if it is not an object.
     */
    @SuppressWarnings("unchecked") // plain data
    public @Nullable Form element(String place, @Nullable Object value) {
        return value instanceof Map<?, ?> map
                ? at(place, (Map<String, @Nullable Object>) map)
                : bad(place, "type", "is an object", "object");
    }

    /** Adds a fault if the field is absent; an invalid field has its fault already. */
    void need(Field<?> field) {
        if (members.get(field.name()) == null) {
            fault(field.name(), "required", field.name() + " is required", field.allowed());
        }
    }

    /** Reads fields from a document that this program stored. */
    static void stored(Map<String, @Nullable Object> document, List<Field<?>> fields, Map<String, Object> into) {
        Form form = of(document);
        for (Field<?> field : fields) {
            Object value = document.containsKey(field.name()) ? field.in(form) : null;
            if (value != null) {
                into.put(field.name(), value);
            }
        }
        form.checkStored();
    }

    /** Reads a value that this program stored as plain data. */
    static <T> @Nullable T stored(String name, Object plain, Type<T> type) {
        Form form = of(Data.map(name, plain));
        T value = form.read(name, type);
        form.checkStored();
        return value;
    }

    private void checkStored() {
        if (!faults.isEmpty()) {
            throw new IllegalStateException("what is stored is no longer valid: " + faults);
        }
    }

    /** Reads a list of at most {@code most} nested objects; empty if it is absent or invalid. */
    <T> List<T> objects(String name, Resource<T> resource, int most) {
        Object value = value(name);
        if (value == null) {
            return List.of();
        }
        String objects = "is a list of at most " + most + " objects " + resource;
        if (!(value instanceof List<?> list)) {
            bad(name, "type", objects, Data.map("max_items", most));
            return List.of();
        }
        if (list.size() > most) {
            bad(name, "bounds", objects, Data.map("max_items", most));
            return List.of();
        }
        var read = new ArrayList<T>(list.size());
        for (int i = 0; i < list.size(); i++) {
            String place = name + "/" + i;
            Form each = list.get(i) instanceof Map<?, ?> ? element(place, list.get(i)) : null;
            if (each == null) {
                bad(place, "type", "is an object " + resource, "object");
                continue;
            }
            T one = resource.make(each);
            if (one != null) {
                read.add(one);
            }
        }
        return read.size() == list.size() ? List.copyOf(read) : List.of();
    }

    /**
     * Returns the form of a part of this body that was reached in another way, such as an element of a list; its faults
     * go into this form.
     */
    public Form at(String place, Map<String, @Nullable Object> part) {
        Form form = ofBody(pointer(place) + "/", part, faults, WritableMembers.at(schema, place));
        nested.add(form);
        return form;
    }

    /** Adds a fault and returns null. */
    private <T> @Nullable T bad(String name, String code, String message, @Nullable Object allowed) {
        fault(name, code, Text.shortened(name) + " " + message, allowed);
        return null;
    }

    private String pointer(String name) {
        return prefix + (query ? name : name.replace("~", "~0"));
    }
}
