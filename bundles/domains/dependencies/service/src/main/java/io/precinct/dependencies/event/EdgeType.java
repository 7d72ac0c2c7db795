package io.precinct.dependencies.event;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The type of dependency between two nodes. */
public enum EdgeType {
    /** The source needs the target to be built or to run. */
    DEPENDS_ON(1),
    /** The source calls the target. */
    CLIENT_OF(2);

    /** The name of {@link #DEPENDS_ON} as seen from the target. */
    public static final String USED_BY = "used-by";

    /** The names of the types as seen from the source. */
    public static final List<String> NAMES =
            Stream.of(values()).map(EdgeType::wireName).toList();

    private final int code;

    EdgeType(int code) {
        this.code = code;
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
