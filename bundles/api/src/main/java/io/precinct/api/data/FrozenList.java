package io.precinct.api.data;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** An immutable list of frozen data. */
final class FrozenList extends AbstractList<@Nullable Object> implements RandomAccess {
    static final FrozenList EMPTY = new FrozenList(new Object[0], 0);

    private final @Nullable Object[] elements;
    private final int size;
    private final long extent;

    /** Takes the array over; the caller no longer touches it. */
    FrozenList(@Nullable Object[] elements, int size) {
        this.elements = elements;
        this.size = size;
        this.extent = Extent.of(elements, size);
    }

    /** Its {@link Extent}, this list included. */
    long extent() {
        return extent;
    }

    @Nullable
    Object element(int index) {
        return elements[index];
    }

    @Override
    public @Nullable Object get(int index) {
        return elements[Objects.checkIndex(index, size)];
    }

    @Override
    public int size() {
        return size;
    }
}
