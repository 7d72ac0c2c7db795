package io.precinct.dependencies.view;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The edges of a node that are followed. */
public enum Direction {
    /** Edges that lead to the node, from its dependents. */
    IN,
    /** Edges that lead away from the node, to its dependencies. */
    OUT,
    /** Edges in both directions. */
    BOTH;

    /** The names that clients use. */
    public static final List<String> NAMES =
            Stream.of(values()).map(one -> one.name().toLowerCase(Locale.ROOT)).toList();

    /** Returns the direction with this name, which must be in {@link #NAMES}. */
    public static Direction of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
