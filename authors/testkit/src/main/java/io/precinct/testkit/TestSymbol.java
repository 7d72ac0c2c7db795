package io.precinct.testkit;

import org.jspecify.annotations.Nullable;

/**
 * A declaration that a grammar found.
 *
 * @param kind its kind in the query: {@code class, method}
 * @param name of the declaration
 * @param container the names of the enclosing declarations, outermost first, separated by slashes; null at the top
 * @param line of the name, from 1
 * @param text of the whole declaration
 */
public record TestSymbol(String kind, String name, @Nullable String container, int line, String text) {
    /** {@code method Outer/inner}: its kind, and its name with that of its container. */
    @Override
    public String toString() {
        return kind + " " + (container == null ? name : container + "/" + name);
    }
}
