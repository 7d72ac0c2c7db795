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
 * A kind of object as clients see it: a list of members, each declared once. Responses and their schema, accepted
 * bodies and their parsing, and the columns of a {@link Table} all derive from this list.
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
 * @param <T> the objects
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

    /** Returns a resource with these members. */
    @SafeVarargs
    public static <T> Resource<T> of(Property<? super T, ?>... properties) {
        return new Resource<>(null, List.<Property<? super T, ?>>of(properties), null);
    }

    /** Returns the same resource with a name, by which the API document refers to it. */
    public Resource<T> named(String unique) {
        return new Resource<>(unique, properties, maker);
    }

    /** Returns the same resource with further members. */
    @SafeVarargs
    public final Resource<T> with(Property<? super T, ?>... more) {
        return new Resource<>(
                name, Stream.concat(properties.stream(), Stream.of(more)).toList(), maker);
    }

    /** Returns the same resource with the members of another one. */
    public Resource<T> with(Resource<? super T> more) {
        List<Property<? super T, ?>> both = new ArrayList<>(properties);
        for (Property<?, ?> property : more.properties) {
            @SuppressWarnings("unchecked") // a property of a supertype of T applies to T
            var one = (Property<? super T, ?>) property;
            both.add(one);
        }
        return new Resource<>(name, both, maker);
    }

    /**
     * Returns the same resource with only some of its members, in their order.
     *
     * @param names the members to keep; other names are ignored
     */
    public Resource<T> only(Collection<String> names) {
        return new Resource<>(
                name,
                properties.stream()
                        .filter(property -> names.contains(property.name()))
                        .toList(),
                null);
    }

    /** Returns the same members for objects that contain a {@code T}. */
    public <U> Resource<U> from(Function<? super U, ? extends T> holder) {
        List<Property<? super U, ?>> theirs = new ArrayList<>();
        for (Property<? super T, ?> property : properties) {
            theirs.add(property.from(holder));
        }
        return new Resource<>(name, theirs, null);
    }

    /** Returns the same resource; {@code of} creates an object from one that a client sends nested in a body. */
    public Resource<T> made(Function<FieldValues, ? extends @Nullable T> of) {
        return new Resource<>(name, properties, of);
    }

    /** Returns the names of the members. */
    public List<String> names() {
        return properties.stream().map(Property::name).toList();
    }

    List<Property<? super T, ?>> properties() {
        return properties;
    }

    /** Returns the schema of the served object. */
    public Schema schema() {
        return view.schema();
    }

    /** Returns an object in its served form. */
    public Map<String, @Nullable Object> view(T thing) {
        return view.toData(thing);
    }

    /** Returns several objects in their served form. */
    public List<Map<String, @Nullable Object>> views(List<? extends T> things) {
        return view.toList(things);
    }

    /** Returns the fields that clients give. */
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
     * Returns the schema of the body with which a client gives an object: the {@link #fields}, and the members that the
     * service provides. The latter are ignored, so that a response can be sent back.
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

    /** Creates an object from a part of a body; adds faults and returns null if the part is invalid. */
    @Nullable
    T make(Form form) {
        if (maker == null) {
            throw new IllegalStateException(this + " is not made of what a client sends");
        }
        int before = form.faults().size();
        FieldValues values = read(form);
        return form.faults().size() > before ? null : maker.apply(values);
    }

    /** Returns the names of the members as {@code {id, text, edited_at}}. */
    @Override
    public String toString() {
        return names().stream().collect(Collectors.joining(", ", "{", "}"));
    }
}
