package io.precinct.dependencies.event;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How a node depends on another. */
public enum EdgeType {
    /** It needs the other to be built or to run. */
    DEPENDS_ON(1),
    /** It calls the other. */
    CLIENT_OF(2);

    /** What {@link #DEPENDS_ON} is called from the other end. */
    public static final String USED_BY = "used-by";

    /** The names of the types, each as it is said from its source. */
    public static final List<String> NAMES =
            Stream.of(values()).map(EdgeType::wireName).toList();

    private final int code;

    EdgeType(int code) {
        this.code = code;
    }

    /** As it is stored. */
    public int code() {
        return code;
    }

    /** As it is served: {@code depends-on}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The type that is stored so. */
    public static EdgeType of(int code) {
        return Stream.of(values()).filter(type -> type.code == code).findFirst().orElseThrow();
    }

    /** The type of this name, which {@link #NAMES} has. */
    public static EdgeType of(String name) {
        return Stream.of(values())
                .filter(type -> type.wireName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
