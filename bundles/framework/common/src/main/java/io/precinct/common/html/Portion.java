package io.precinct.common.html;

import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * As many elements as a page has room for. Iterate once; afterwards, {@link #left} returns how many elements had no
 * room. Not thread-safe.
 *
 * @param <T> the elements
 */
public final class Portion<T extends @Nullable Object> implements Iterable<T>, Iterator<T> {
    private final PageWriter page;
    private final Iterator<? extends T> rest;
    private int left;

    Portion(PageWriter page, Collection<? extends T> all) {
        this.page = page;
        this.rest = all.iterator();
        this.left = all.size();
    }

    @Override
    public Iterator<T> iterator() {
        return this;
    }

    @Override
    public boolean hasNext() {
        return !page.full() && rest.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        left--;
        return rest.next();
    }

    /** The number of elements that were not written. */
    public int left() {
        return left;
    }
}
