package io.precinct.rest.api;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Things of one kind as clients see them: a list of members, each said once. What is answered and its schema, what a
 * client may send and how it is read, and the columns of a {@link Table} are all made of this list.
 *
 * <pre>{@code
 * record Note(String id, String text, @Nullable Instant editedAt) {
 *     static final Field<String> TEXT = Field.requiredText("text", 500).describedAs("What it says.");
 *
 *     static final Resource<Note> RESOURCE = Resource.of(
 *                     Property.of("id", Type.text(), Note::id),
 *                     Property.given(TEXT, Note::text),
 *                     Property.of("edited_at", Type.time(), Note::editedAt).orNull())
 *             .named("Note");
 * }
 * }</pre>
 *
 * Immutable and thread-safe.
 *
 * @param <T> one of the things
 * @since 1.3
 */
public final class Resource<T> {
    private final @Nullable String name;
    private final List<Property<? super T, ?>> properties;
    private final @Nullable Function<FieldValues, ? extends @Nullable T> maker;

    private final View<T> view;

    private Resource(
            @Nullable String name,
            List<Property<? super T, ?>> properties,
            @Nullable Function<FieldValues, ? extends @Nullable T> maker) {
        this.name = name;
        this.properties = List.copyOf(properties);
        this.maker = maker;
        this.view = view(name, properties);
    }

    private static <T> View<T> view(@Nullable String name, List<Property<? super T, ?>> properties) {
        View<T> view = View.object();
        for (Property<? super T, ?> property : properties) {
            view = property.addedTo(view);
        }
        return name == null ? view : view.named(name);
    }

    /** Things with these members. */
    @SafeVarargs
    public static <T> Resource<T> of(Property<? super T, ?>... properties) {
        return new Resource<>(null, List.<Property<? super T, ?>>of(properties), null);
    }

    /** The same under a name, by which the document of the API refers to it. */
    public Resource<T> named(String unique) {
        return new Resource<>(unique, properties, maker);
    }

    /** The same with further members. */
    @SafeVarargs
    public final Resource<T> with(Property<? super T, ?>... more) {
        return new Resource<>(
                name, Stream.concat(properties.stream(), Stream.of(more)).toList(), maker);
    }

    /** The same with the members of another. */
    public Resource<T> with(Resource<? super T> more) {
        List<Property<? super T, ?>> both = new ArrayList<>(properties);
        for (Property<?, ?> property : more.properties) {
            @SuppressWarnings("unchecked") // what a T is more than, has it
            var one = (Property<? super T, ?>) property;
            both.add(one);
        }
        return new Resource<>(name, both, maker);
    }

    /**
     * The same with some of its members only, in the order that they have here.
     *
     * @param names those that stay; what is no member is ignored
     */
    public Resource<T> only(Collection<String> names) {
        return new Resource<>(
                name,
                properties.stream()
                        .filter(property -> names.contains(property.name()))
                        .toList(),
                null);
    }

    /** The same members, shown of something that has such a thing. */
    public <U> Resource<U> from(Function<? super U, ? extends T> holder) {
        List<Property<? super U, ?>> theirs = new ArrayList<>();
        for (Property<? super T, ?> property : properties) {
            theirs.add(property.from(holder));
        }
        return new Resource<>(name, theirs, null);
    }

    /** The same; one that a client sends, nested in a body, becomes such a thing. */
    public Resource<T> made(Function<FieldValues, ? extends @Nullable T> of) {
        return new Resource<>(name, properties, of);
    }

    /** The names of its members. */
    public List<String> names() {
        return properties.stream().map(Property::name).toList();
    }

    List<Property<? super T, ?>> properties() {
        return properties;
    }

    /** What is served. */
    public Schema schema() {
        return view.schema();
    }

    /** One as it is served. */
    public Map<String, @Nullable Object> view(T thing) {
        return view.toData(thing);
    }

    /** Several as they are served. */
    public List<Map<String, @Nullable Object>> views(List<? extends T> things) {
        return view.toList(things);
    }

    /** What a client gives of one. */
    public List<Field<?>> fields() {
        List<Field<?>> fields = new ArrayList<>();
        for (Property<? super T, ?> property : properties) {
            Field<?> given = property.given();
            if (given != null) {
                fields.add(given);
            }
        }
        return fields;
    }

    /**
     * The body by which a client gives one: the {@link #fields}, and what the service says of it, which is ignored, so
     * that what was read can be sent back.
     */
    public Schema taken() {
        Schema body = Field.body(fields());
        for (Property<? super T, ?> property : properties) {
            if (property.given() == null) {
                body = body.optionally(property.name(), Schema.any().and("readOnly", true));
            }
        }
        return body;
    }

    /** Reads the body that {@link #taken} describes; faults go into the form. */
    public FieldValues read(Form form) {
        for (Property<? super T, ?> property : properties) {
            if (property.given() == null) {
                form.ignoring(property.name());
            }
        }
        return FieldValues.read(form, fields());
    }

    /** One that stands nested in a body; null, and faults, if it cannot be made of what stands there. */
    @Nullable
    T make(Form form) {
        if (maker == null) {
            throw new IllegalStateException(this + " is not made of what a client sends");
        }
        int before = form.faults().size();
        FieldValues values = read(form);
        return form.faults().size() > before ? null : maker.apply(values);
    }

    /** Its members: {@code {id, text, edited_at}}. */
    @Override
    public String toString() {
        return names().stream().collect(Collectors.joining(", ", "{", "}"));
    }
}
