package io.precinct.rest.api;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.contract.View;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A member of a {@link Resource}, declared once: its name, its served form, whether clients give it, and the column
 * that stores it. Immutable.
 *
 * @param <T> the objects that have the member
 * @param <V> its values
 * @since 1.3
 */
public final class Property<T, V> {
    private final String name;
    private final Schema schema;
    private final Function<? super T, ? extends @Nullable V> getter;
    private final Function<? super V, Object> plain;
    private final @Nullable Type<V> type;
    private final Presence<T> presence;
    private final @Nullable String description;
    private final @Nullable Field<?> given;
    private final @Nullable Column<V> column;

    /**
     * When a response contains the member.
     *
     * @param orNull whether the value may be null in a response
     * @param optional whether the member may be missing
     * @param when the condition for the member to be present; null if it is present whenever it has a value
     */
    private record Presence<T>(
            boolean orNull, boolean optional, @Nullable Predicate<? super T> when) {
        static <T> Presence<T> always() {
            return new Presence<>(false, false, null);
        }
    }

    private Property(
            String name,
            Schema schema,
            Function<? super T, ? extends @Nullable V> getter,
            Function<? super V, Object> plain,
            @Nullable Type<V> type,
            Presence<T> presence,
            @Nullable String description,
            @Nullable Field<?> given,
            @Nullable Column<V> column) {
        this.name = name;
        this.schema = schema;
        this.getter = getter;
        this.plain = plain;
        this.type = type;
        this.presence = presence;
        this.description = description;
        this.given = given;
        this.column = column;
    }

    private static <T, V> Property<T, V> of(
            String name,
            Schema schema,
            Function<? super T, ? extends @Nullable V> getter,
            Function<? super V, Object> plain,
            @Nullable Type<V> type) {
        return new Property<>(name, schema, getter, plain, type, Presence.always(), null, null, null);
    }

    /** Returns a member with a value that the service provides. */
    public static <T, V> Property<T, V> of(
            String name, Type<V> type, Function<? super T, ? extends @Nullable V> getter) {
        return of(name, type.shown(), getter, type::plain, type);
    }

    /** Returns a member with a nested object that the service provides. */
    public static <T, V> Property<T, V> of(
            String name, Resource<V> nested, Function<? super T, ? extends @Nullable V> getter) {
        return of(name, nested.schema(), getter, nested::view, null);
    }

    /** Returns a member with a list of nested objects that the service provides. */
    public static <T, V> Property<T, List<V>> list(
            String name, Resource<V> nested, Function<? super T, ? extends @Nullable List<V>> getter) {
        return of(name, Schema.list(nested.schema()), getter, nested::views, null);
    }

    /** Returns a member with a value that clients give. */
    @SuppressWarnings("unchecked") // the field reads values of its type
    public static <T, V> Property<T, V> given(
            Field<? extends @Nullable V> field, Function<? super T, ? extends @Nullable V> getter) {
        return new Property<>(
                field.name(),
                field.shown(),
                getter,
                field::plain,
                (Type<V>) field.type(),
                Presence.always(),
                null,
                field,
                null);
    }

    /** Returns a member with a value that clients give, for objects that consist only of such values. */
    public static <V> Property<FieldValues, V> given(Field<? extends @Nullable V> field) {
        Function<FieldValues, @Nullable V> getter = values -> values.get(field);
        return given(field, getter);
    }

    /** As {@link #given(Field)}, but serves {@code otherwise} if there is no value. */
    public static <V> Property<FieldValues, V> given(Field<? extends @Nullable V> field, V otherwise) {
        Function<FieldValues, @Nullable V> getter = values -> values.or(field, otherwise);
        return given(field, getter);
    }

    /** Returns the same member; in a response it is null if there is no value. */
    public Property<T, V> orNull() {
        return with(new Presence<>(true, presence.optional, presence.when));
    }

    /** Returns the same member; a response omits it if there is no value. */
    public Property<T, V> optional() {
        return with(new Presence<>(presence.orNull, true, null));
    }

    /** Returns the same member; a response contains it only if this condition holds. */
    public Property<T, V> optional(Predicate<? super T> when) {
        return with(new Presence<>(presence.orNull, true, when));
    }

    private Property<T, V> with(Presence<T> other) {
        return new Property<>(name, schema, getter, plain, type, other, description, given, column);
    }

    /** Returns the same member with a description for people. */
    public Property<T, V> describedAs(String sentence) {
        return new Property<>(name, schema, getter, plain, type, presence, sentence, given, column);
    }

    /** Returns the same member, stored in a column of its type and with its name. */
    public Property<T, V> stored() {
        if (type == null) {
            throw new IllegalStateException(name + " is no scalar; say what its column is");
        }
        return storedAs(type);
    }

    /** Returns the same member, stored in a column of this type. */
    @SuppressWarnings("unchecked") // what clients give has been checked; the service reads what it stored
    public Property<T, V> storedAs(Type<? extends V> columnType) {
        var holds = (Type<V>) columnType;
        return new Property<>(name, schema, getter, plain, type, presence, description, given, Column.of(name, holds));
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /**
     * Returns the column.
     *
     * @throws IllegalStateException if there is none
     */
    public Column<V> column() {
        if (column == null) {
            throw new IllegalStateException("no column holds " + name);
        }
        return column;
    }

    boolean hasColumn() {
        return column != null;
    }

    /** Returns the field by which clients give the member, or null. */
    @Nullable
    Field<?> given() {
        return given;
    }

    /** Returns the view with this member added. */
    <U extends T> View<U> addedTo(View<U> view) {
        if (!presence.optional) {
            return view.with(name, schema(), this::plain);
        }
        Predicate<? super T> when = presence.when;
        return when == null
                ? view.optionally(name, schema(), this::plain)
                : view.optionally(name, schema(), this::plain, when);
    }

    private Schema schema() {
        Schema value = presence.orNull ? schema.orNull() : schema;
        return description == null ? value : value.describedAs(description);
    }

    private @Nullable Object plain(T thing) {
        V value = getter.apply(thing);
        return value == null ? null : plain.apply(value);
    }

    /** Returns the value of an object. */
    @Nullable
    V of(T thing) {
        return getter.apply(thing);
    }

    /** Returns the value in a view, or null. */
    public @Nullable Object in(Map<String, ? extends @Nullable Object> view) {
        return view.get(name);
    }

    /** Returns the same member for objects that contain a {@code T}. */
    <U> Property<U, V> from(Function<? super U, ? extends T> holder) {
        Predicate<? super T> when = presence.when;
        return new Property<>(
                name,
                schema,
                (U thing) -> getter.apply(holder.apply(thing)),
                plain,
                type,
                new Presence<>(
                        presence.orNull,
                        presence.optional,
                        when == null ? null : (U thing) -> when.test(holder.apply(thing))),
                description,
                given,
                column);
    }
}
