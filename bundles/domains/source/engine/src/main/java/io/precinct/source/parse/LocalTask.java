package io.precinct.source.parse;

import io.precinct.treesitter.Cancelled;

/**
 * Work in this process on a parsing thread.
 *
 * @param <T> its result
 * @param <X> its other exception
 */
@FunctionalInterface
public interface LocalTask<T, X extends Exception> {
    /** Runs; gives up with {@link Cancelled} when {@link ParserTools#cancelled} returns true. */
    T call(ParserTools tools) throws Cancelled, X;
}
