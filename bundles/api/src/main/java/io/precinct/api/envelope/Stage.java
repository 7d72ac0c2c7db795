package io.precinct.api.envelope;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The stages in which an envelope is built. */
public enum Stage {
    /** A request enters a chain. */
    REQUEST,
    /** An archetype is booted into its slot. */
    BOOT,
    /** A declared scenario is run in process. */
    SCENARIO;

    /** The name in answers. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The stage with this name, if there is one. */
    public static Optional<Stage> named(String name) {
        return Arrays.stream(values()).filter(s -> s.wireName().equals(name)).findFirst();
    }

    /** All names, in order. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Stage::wireName).toList();
    }
}
