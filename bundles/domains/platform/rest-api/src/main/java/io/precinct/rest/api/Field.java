package io.precinct.rest.api;

import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A member of a body, or a parameter of a query, declared once: a {@link Form} reads it by this declaration, and the
 * API document describes it from the same declaration. Immutable.
 *
 * <pre>{@code
 * private static final Field<String> TAG = Field.requiredText("tag", 200).describedAs("What to look for.");
 *
 * declaration.takes(Field.body(TAG));
 * …
 * String tag = TAG.in(form);
 * }</pre>
 *
 * @param <T> the type as which the field is read; null if it is absent or invalid, except for required text and limits
 */
public final class Field<T extends @Nullable Object> {
    private final String name;
    private final Schema schema;
    private final boolean required;
    private final @Nullable String description;
    private final BiFunction<Form, String, T> reader;
    private final View view;

    /**
     * How a value of the field is served.
     *
     * @param schema the schema of the served value
     * @param plain converts a value that is present to plain data
     */
    private record View(
            Schema schema,
            Function<Object, Object> plain,
            @Nullable Type<?> type) {
        @SuppressWarnings("unchecked") // the field reads values of that type
        static View of(Type<?> type) {
            return new View(type.shown(), ((Type<Object>) type)::plain, type);
        }
    }

    private Field(
            String name,
            Schema schema,
            boolean required,
            @Nullable String description,
            BiFunction<Form, String, T> reader,
            View view) {
        this.name = name;
        this.schema = schema;
        this.required = required;
        this.description = description;
        this.reader = reader;
        this.view = view;
    }

    private static <T extends @Nullable Object> Field<T> of(
            String name, Type<?> type, BiFunction<Form, String, T> reader) {
        return new Field<>(name, type.taken(), false, null, reader, View.of(type));
    }

    /** Returns a field with values of a type. */
    public static <T> Field<@Nullable T> of(String name, Type<T> type) {
        return of(name, type, (form, n) -> form.read(n, type));
    }

    /** As {@link Form#text}. */
    public static Field<@Nullable String> text(String name, int most) {
        return of(name, Type.text(most));
    }

    /** As {@link Form#requiredText}. */
    public static Field<String> requiredText(String name, int most) {
        return of(name, Type.filledText(most), (Form form, String n) -> form.requiredText(n, most))
                .required();
    }

    /** As {@link Form#markdown}. */
    public static Field<@Nullable String> markdown(String name, int mostBytes) {
        return of(name, Type.utf8(mostBytes));
    }

    /** As {@link Form#requiredMarkdown}. */
    public static Field<String> requiredMarkdown(String name, int mostBytes) {
        return of(name, Type.filledUtf8(mostBytes), (Form form, String n) -> form.requiredMarkdown(n, mostBytes))
                .required();
    }

    /** As {@link Form#oneOf}. */
    public static Field<@Nullable String> oneOf(String name, List<String> allowed) {
        return of(name, Type.oneOf(allowed));
    }

    /** As {@link Form#integer}. */
    public static Field<@Nullable Long> integer(String name, long least, long most) {
        return of(name, Type.integer(least, most));
    }

    /**
     * Returns the field for the page size: {@code usual} if it is absent or invalid, {@code most} if the client asks
     * for more.
     */
    public static Field<Integer> limit(int usual, int most) {
        Type<Long> type = Type.integer(1, Long.MAX_VALUE).described(schema -> schema.orElse(usual));
        return of("limit", type, (Form form, String n) -> clamped(form.read(n, type), usual, most))
                .describedAs("How many items there are on a page; at most " + most + ".");
    }

    private static Integer clamped(@Nullable Long asked, int usual, int most) {
        return asked == null ? usual : (int) Math.min(asked, most);
    }

    /** As {@link Form#truth}. */
    public static Field<@Nullable Boolean> truth(String name) {
        return of(name, Type.truth());
    }

    /** As {@link Form#date}. */
    public static Field<@Nullable LocalDate> date(String name) {
        return of(name, Type.date());
    }

    /** As {@link Form#time}. */
    public static Field<@Nullable Instant> time(String name) {
        return of(name, Type.time());
    }

    /** As {@link Form#texts}. */
    public static Field<@Nullable List<String>> texts(String name, int mostElements, int most) {
        return of(name, Type.list(Type.filledText(most), mostElements));
    }

    /** Returns a field that the caller reads by its own rules; {@code schema} documents them. */
    public static Field<@Nullable Object> of(String name, Schema schema) {
        return of(name, Type.plain(schema), Form::value);
    }

    /** As {@link #text}, with a schema for a special format, which the caller checks. */
    public static Field<@Nullable String> of(String name, Schema schema, int most) {
        return of(name, Type.text(most).described(_ -> schema.atMost(most)));
    }

    /** As {@link #of(String, Schema)}, for a query parameter that may be repeated. */
    public static Field<List<String>> several(String name, Schema each) {
        return of(name, Type.plain(Schema.list(each)), (Form form, String n) -> form.several(n));
    }

    /** Returns a field with a nested object, or null; its faults go into the form of the field. */
    public static <T> Field<@Nullable T> object(String name, Resource<T> resource) {
        return of(name, resource.taken(), resource.schema(), resource::view, (form, n) -> {
            Form nested = form.object(n);
            return nested == null ? null : resource.make(nested);
        });
    }

    /** Returns a field with a list of nested objects; the list is empty if it is absent or invalid. */
    @SuppressWarnings("unchecked") // the list that the field reads
    public static <T> Field<List<T>> objects(String name, Resource<T> resource, int most) {
        return of(
                name,
                Schema.list(resource.taken()).atMost(most),
                Schema.list(resource.schema()),
                list -> ((List<T>) list).stream().map(resource::view).toList(),
                (Form form, String n) -> form.objects(n, resource, most));
    }

    @SuppressWarnings("unchecked") // the field reads such values
    private static <T extends @Nullable Object, V> Field<T> of(
            String name, Schema taken, Schema shown, Function<V, Object> plain, BiFunction<Form, String, T> reader) {
        return new Field<>(name, taken, false, null, reader, new View(shown, (Function<Object, Object>) plain, null));
    }

    /**
     * Returns the same field as required: it must be present and not null. The code that reads the field must report
     * its absence.
     */
    public Field<T> required() {
        return new Field<>(name, schema, true, description, reader, view);
    }

    /**
     * Returns the same field with a further test of the value.
     *
     * @param code the code of the fault if the test fails
     * @param message the message of that fault, after the name
     */
    public Field<T> where(Predicate<? super T> test, String code, String message) {
        BiFunction<Form, String, T> checked = (form, n) -> {
            T value = reader.apply(form, n);
            if (value != null && !test.test(value)) {
                form.fault(n, code, n + " " + message, null);
            }
            return value;
        };
        return new Field<>(name, schema, required, description, checked, view);
    }

    /** Returns the same field with a description for people. */
    public Field<T> describedAs(String sentence) {
        return new Field<>(name, schema, required, sentence, reader, view);
    }

    /** Returns the same field with an example value. */
    public Field<T> example(Object value) {
        return new Field<>(
                name,
                schema.example(value),
                required,
                description,
                reader,
                new View(view.schema.example(value), view.plain, view.type));
    }

    /** Returns the same field with a documented default. */
    public Field<T> orElse(Object value) {
        return new Field<>(name, schema.orElse(value), required, description, reader, view);
    }

    /** Returns the same field with another schema for the served value. */
    public Field<T> shownAs(Schema served) {
        return new Field<>(name, schema, required, description, reader, new View(served, view.plain, view.type));
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the schema of accepted values. */
    public Schema schema() {
        return description == null ? schema : schema.describedAs(description);
    }

    /** Returns the schema of the served value. */
    Schema shown() {
        return view.schema;
    }

    /** Converts a value to its served form. */
    Object plain(Object value) {
        return view.plain.apply(value);
    }

    /**
     * Returns the allowed input for the fault that the field is missing: words, or the names of members; null if
     * unknown.
     */
    @Nullable
    Object allowed() {
        Object words = schema.keyword("enum");
        return words != null || !schema.isObject()
                ? words
                : schema.members().keySet().stream().collect(Collectors.joining(", ", "{", "}"));
    }

    /** Returns the type of the values, or null if they are objects. */
    @Nullable
    Type<?> type() {
        return view.type;
    }

    /** Whether the absence of the field is a fault of the form. */
    boolean isRequired() {
        return required && (view.type == null || view.type.carrier() != Object.class);
    }

    /** Reads the field; faults go into the form. */
    public T in(Form form) {
        return reader.apply(form, name);
    }

    /** Returns the field as a query parameter. */
    public Parameter asQuery() {
        Parameter parameter = Parameter.query(name, schema);
        Parameter told = description == null ? parameter : parameter.describedAs(description);
        return required ? told.always() : told;
    }

    /** Returns these fields as the parameters of a query. */
    public static Contract query(Field<?>... fields) {
        return Contract.of(Arrays.stream(fields).map(Field::asQuery).toArray(Parameter[]::new));
    }

    /** Returns the schema of a body with exactly these members; null stands for absence. */
    public static Schema body(Field<?>... fields) {
        return body(List.of(fields));
    }

    /** As {@link #body(Field[])}. */
    public static Schema body(List<? extends Field<?>> fields) {
        Schema body = Schema.object();
        for (Field<?> field : fields) {
            body = field.required
                    ? body.with(field.name, field.schema())
                    : body.optionally(field.name, field.absentOrNull());
        }
        return body.closed();
    }

    /**
     * Generators of clients treat a member with a default as one that must be sent, so the default is documented under
     * another keyword.
     */
    private Schema absentOrNull() {
        Object absent = schema.keyword("default");
        Schema either = absent == null
                ? schema.orNull()
                : schema.without("default").orNull().and("x-precinct-default", absent);
        return description == null ? either : either.describedAs(description);
    }

    /** Returns the schema of a body without members, or of no body. */
    public static Schema nothing() {
        return Schema.object().closed().example(Data.map());
    }
}
