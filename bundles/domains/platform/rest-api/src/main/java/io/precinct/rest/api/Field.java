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
 * A member of a body, or a parameter of a query, said once: by it a {@link Form} reads, and by it the document of the API
 * tells what may stand there. Immutable.
 *
 * <pre>{@code
 * private static final Field<String> TAG = Field.requiredText("tag", 200).describedAs("What to look for.");
 *
 * declaration.takes(Field.body(TAG));
 * …
 * String tag = TAG.in(form);
 * }</pre>
 *
 * @param <T> what it is read as; null if it is absent or faulty, but for required text and limits
 */
public final class Field<T extends @Nullable Object> {
    private final String name;
    private final Schema schema;
    private final boolean required;
    private final @Nullable String description;
    private final BiFunction<Form, String, T> reader;
    private final View view;

    /**
     * How a value of it is shown.
     *
     * @param schema of what is shown
     * @param plain of a value that is there
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

    /** A value of a type. */
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

    /** How many items a page has: {@code usual} if it is absent or faulty, {@code most} if more is asked for. */
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

    /** A member that somebody reads by rules of his own, which this schema tells. */
    public static Field<@Nullable Object> of(String name, Schema schema) {
        return of(name, Type.plain(schema), Form::value);
    }

    /** As {@link #text}, of a form of its own, which whoever reads it checks. */
    public static Field<@Nullable String> of(String name, Schema schema, int most) {
        return of(name, Type.text(most).described(_ -> schema.atMost(most)));
    }

    /** As {@link #of(String, Schema)}, for several parameters of a query of one name. */
    public static Field<List<String>> several(String name, Schema each) {
        return of(name, Type.plain(Schema.list(each)), (Form form, String n) -> form.several(n));
    }

    /** A nested object, or null; its faults are those of the form that it stands in. */
    public static <T> Field<@Nullable T> object(String name, Resource<T> resource) {
        return of(name, resource.taken(), resource.schema(), resource::view, (form, n) -> {
            Form nested = form.object(n);
            return nested == null ? null : resource.make(nested);
        });
    }

    /** A list of nested objects; empty if it is absent or faulty. */
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

    /** The same, which must be there and not be null; whoever reads it says so if it is not. */
    public Field<T> required() {
        return new Field<>(name, schema, true, description, reader, view);
    }

    /**
     * The same, if what is read also passes this test.
     *
     * @param code of the fault if it does not
     * @param message of that fault, after the name
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

    /** The same, said for people. */
    public Field<T> describedAs(String sentence) {
        return new Field<>(name, schema, required, sentence, reader, view);
    }

    /** The same with a value that shows what it looks like. */
    public Field<T> example(Object value) {
        return new Field<>(
                name,
                schema.example(value),
                required,
                description,
                reader,
                new View(view.schema.example(value), view.plain, view.type));
    }

    /** The same with what is taken if it is absent. */
    public Field<T> orElse(Object value) {
        return new Field<>(name, schema.orElse(value), required, description, reader, view);
    }

    /** The same; what is served of it is so. */
    public Field<T> shownAs(Schema served) {
        return new Field<>(name, schema, required, description, reader, new View(served, view.plain, view.type));
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** What it may hold. */
    public Schema schema() {
        return description == null ? schema : schema.describedAs(description);
    }

    /** What is served of it. */
    Schema shown() {
        return view.schema;
    }

    /** A value of it as it is served. */
    Object plain(Object value) {
        return view.plain.apply(value);
    }

    /** What it takes, for the fault that it is missing: words, or the names of members; null if there is no telling. */
    @Nullable
    Object allowed() {
        Object words = schema.keyword("enum");
        return words != null || !schema.isObject()
                ? words
                : schema.members().keySet().stream().collect(Collectors.joining(", ", "{", "}"));
    }

    /** The type of its values, or null if they are objects. */
    @Nullable
    Type<?> type() {
        return view.type;
    }

    /** Whether it is a fault of the form if it is not there. */
    boolean isRequired() {
        return required && (view.type == null || view.type.carrier() != Object.class);
    }

    /** Reads it; faults go into the form. */
    public T in(Form form) {
        return reader.apply(form, name);
    }

    /** As a parameter of the query. */
    public Parameter asQuery() {
        Parameter parameter = Parameter.query(name, schema);
        Parameter told = description == null ? parameter : parameter.describedAs(description);
        return required ? told.always() : told;
    }

    /** These as the parameters of a query. */
    public static Contract query(Field<?>... fields) {
        return Contract.of(Arrays.stream(fields).map(Field::asQuery).toArray(Parameter[]::new));
    }

    /** A body of these members and no others; null stands for absence. */
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

    /** Generators of clients take a member with a default for one that must be sent, so it is said otherwise. */
    private Schema absentOrNull() {
        Object absent = schema.keyword("default");
        Schema either = absent == null
                ? schema.orNull()
                : schema.without("default").orNull().and("x-precinct-default", absent);
        return description == null ? either : either.describedAs(description);
    }

    /** A body that has no member at all, or is not there. */
    public static Schema nothing() {
        return Schema.object().closed().example(Data.map());
    }
}
