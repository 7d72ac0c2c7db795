package io.precinct.api.data;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds a frozen list. Not thread-safe; for a single use. */
public final class ListBuilder {
    private @Nullable Object[] elements;
    private int size;
    private boolean built;

    ListBuilder(int expected) {
        elements = new Object[Math.max(expected, 2)];
    }

    /**
     * Appends an element.
     *
     * @param value plain data, frozen on the way in
     * @throws NotPlainData if {@code value} is not plain data
     */
    public ListBuilder add(@Nullable Object value) {
        return addFrozen(Data.freeze(value));
    }

    ListBuilder addFrozen(@Nullable Object value) {
        if (built) {
            throw new IllegalStateException("this list is built");
        }
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size * 2);
        }
        elements[size++] = value;
        return this;
    }

    /** The frozen list; the builder must not be used again. */
    public List<@Nullable Object> build() {
        built = true;
        return size == 0 ? FrozenList.EMPTY : new FrozenList(elements, size);
    }
}
