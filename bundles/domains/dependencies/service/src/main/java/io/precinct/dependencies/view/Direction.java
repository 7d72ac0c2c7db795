package io.precinct.dependencies.view;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Which edges of a node are followed. */
public enum Direction {
    /** Those that lead to it: who depends on it. */
    IN,
    /** Those that lead away from it: what it depends on. */
    OUT,
    /** All. */
    BOTH;

    /** As clients write them. */
    public static final List<String> NAMES =
            Stream.of(values()).map(one -> one.name().toLowerCase(Locale.ROOT)).toList();

    /** The direction of this name, which {@link #NAMES} has. */
    public static Direction of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
