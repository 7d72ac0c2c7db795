package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import java.util.Map;

/** On whose behalf a request is made: whose stack it is, and who stands as the author of what it does. */
public final class Principal {
    /** Who it is where nobody says. */
    public static final String DEFAULT = "default";

    private static final int LONGEST = 200;

    private Principal() {}

    /**
     * The name of the identity that the listener established; where there is none, the header {@code X-Detective}; else
     * {@link #DEFAULT}.
     *
     * @throws Refusal 400 where the header is no usable name
     */
    public static String of(Input input) {
        if (input.get("identity") instanceof Map<?, ?> identity && identity.get("name") instanceof String name) {
            return name;
        }
        if (!(input.headers().get("x-detective") instanceof String header) || header.isBlank()) {
            return DEFAULT;
        }
        String name = header.strip();
        if (name.length() > LONGEST || !Text.storable(name)) {
            throw Refusal.of(
                    400, "bad_principal", "the header X-Detective is a name of at most " + LONGEST + " characters");
        }
        return name;
    }
}
