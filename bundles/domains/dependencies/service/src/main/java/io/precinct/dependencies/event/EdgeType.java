package io.precinct.dependencies.event;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The type of an edge between two nodes: a dependency, or that both are the same. */
public enum EdgeType {
    /** The source needs the target to be built or to run. */
    DEPENDS_ON(1),
    /** The source calls the target. */
    CLIENT_OF(2),
    /** The source and the target are two names of one thing. The source is the name that sorts first. */
    SAME_AS(3);

    /** The name of {@link #DEPENDS_ON} as seen from the target. */
    public static final String USED_BY = "used-by";

    /** The types of dependencies. */
    public static final Set<EdgeType> DEPENDENCIES = Collections.unmodifiableSet(EnumSet.of(DEPENDS_ON, CLIENT_OF));

    /** The names of the types of dependencies, as seen from the source. */
    public static final List<String> DEPENDENCY_NAMES = Stream.of(values())
            .filter(EdgeType::isDependency)
            .map(EdgeType::wireName)
            .toList();

    /** The names of all types, as seen from the source. */
    public static final List<String> NAMES =
            Stream.of(values()).map(EdgeType::wireName).toList();

    private final int code;

    EdgeType(int code) {
        this.code = code;
    }

    /** Whether the source depends on the target; otherwise they are the same. */
    public boolean isDependency() {
        return this != SAME_AS;
    }

    /** Returns the stored code. */
    public int code() {
        return code;
    }

    /** Returns the name in responses, such as {@code depends-on}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the type with this stored code. */
    public static EdgeType of(int code) {
        return Stream.of(values()).filter(type -> type.code == code).findFirst().orElseThrow();
    }

    /** Returns the type with this name, which must be in {@link #NAMES}. */
    public static EdgeType of(String name) {
        return Stream.of(values())
                .filter(type -> type.wireName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
