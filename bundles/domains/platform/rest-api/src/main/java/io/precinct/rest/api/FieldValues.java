package io.precinct.rest.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of some fields, as read or to be stored. Immutable.
 *
 * @since 1.3
 */
public final class FieldValues {
    /** No values. */
    public static final FieldValues NONE = new FieldValues(Map.of());

    private final Map<String, Object> values;

    FieldValues(Map<String, Object> values) {
        this.values = values;
    }

    /** Returns the value of a field, or null. */
    @SuppressWarnings("unchecked") // only with() puts it there, as a value of the field
    public <T> @Nullable T get(Field<? extends @Nullable T> field) {
        return (T) values.get(field.name());
    }

    /**
     * Returns the value of a field that is present.
     *
     * @throws NullPointerException if it is absent
     */
    public <T> T need(Field<? extends @Nullable T> field) {
        T value = get(field);
        return Objects.requireNonNull(value, field::name);
    }

    /** Returns the value of a field, or {@code otherwise} if it is absent. */
    public <T> T or(Field<? extends @Nullable T> field, T otherwise) {
        T value = get(field);
        return value == null ? otherwise : value;
    }

    /** Whether the field has a value. */
    public boolean has(Field<?> field) {
        return values.containsKey(field.name());
    }

    /** Returns the names of the fields that have a value. */
    public Set<String> names() {
        return values.keySet();
    }

    /** Returns the same values with this value of a field; null removes the value. */
    public <T extends @Nullable Object> FieldValues with(Field<T> field, T value) {
        var all = new LinkedHashMap<>(values);
        if (value == null) {
            all.remove(field.name());
        } else {
            all.put(field.name(), value);
        }
        return new FieldValues(all);
    }

    /** Reads fields one after another; the absence of a required field is a fault. */
    static FieldValues read(Form form, Iterable<? extends Field<?>> fields) {
        var values = new LinkedHashMap<String, Object>();
        for (Field<?> field : fields) {
            Object value = field.in(form);
            // an absent list is read as an empty one
            if (field.isRequired() && (value == null || value.equals(List.of()))) {
                form.need(field);
            }
            if (value != null) {
                values.put(field.name(), value);
            }
        }
        return new FieldValues(values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldValues same && values.equals(same.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** Returns only the names, since a value may be a secret. */
    @Override
    public String toString() {
        return values.keySet().toString();
    }
}
