package io.precinct.recurring.schedule;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** An iterator that computes one element ahead. Not thread-safe. */
abstract class LookaheadIterator<T> implements Iterator<T> {
    private @Nullable T next;
    private boolean ended;

    /** Computes the next element, or returns null at the end. */
    abstract @Nullable T find();

    @Override
    public final boolean hasNext() {
        if (next == null && !ended) {
            next = find();
            ended = next == null;
        }
        return next != null;
    }

    @Override
    public final T next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        T found = next;
        next = null;
        return found;
    }
}
