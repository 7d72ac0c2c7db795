package io.precinct.source.parse;

import io.precinct.treesitter.Cancelled;

/**
 * Work in this process on a thread that parses.
 *
 * @param <T> what it finds
 * @param <X> what else it throws
 */
@FunctionalInterface
public interface LocalTask<T, X extends Exception> {
    /** Does it; gives up with {@link Cancelled} when {@link ParserTools#cancelled} says so. */
    T call(ParserTools tools) throws Cancelled, X;
}
