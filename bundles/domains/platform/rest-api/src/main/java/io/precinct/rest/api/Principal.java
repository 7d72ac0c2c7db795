package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** On whose behalf a request is made: whose stack it is, and who stands as the author of what it does. */
public final class Principal {
    /** The request header that names the principal if the listener authenticates nobody; families declare it on routes. */
    public static final String HEADER = "X-Detective";

    private static final String HEADER_KEY = HEADER.toLowerCase(Locale.ROOT);

    /** Who it is if nobody says. */
    public static final String DEFAULT = "default";

    /** The code of the fault that a body names another author than the one who is signed in. */
    public static final String AUTHOR_MISMATCH = "author_mismatch";

    private static final int LONGEST = 200;

    private Principal() {}

    /**
     * The name of the identity that the listener established; if there is none, the header {@link #HEADER}; else
     * {@link #DEFAULT}.
     *
     * @throws Refusal 400 if the header is no usable name
     */
    public static String of(Input input) {
        String authenticated = authenticated(input);
        if (authenticated != null) {
            return authenticated;
        }
        if (!(input.headers().get(HEADER_KEY) instanceof String header) || header.isBlank()) {
            return DEFAULT;
        }
        String name = header.strip();
        if (name.length() > LONGEST || !Text.storable(name)) {
            throw Refusal.of(
                    400, "bad_principal", "the header " + HEADER + " is a name of at most " + LONGEST + " characters");
        }
        return name;
    }

    /** The name of the identity that the listener established, or null if it asks nobody who they are. */
    public static @Nullable String authenticated(Input input) {
        return input.get("identity") instanceof Map<?, ?> identity && identity.get("name") instanceof String name
                ? name
                : null;
    }

    /**
     * The roles of the identity that the listener established; none if it asks nobody who they are.
     *
     * @since 1.4
     */
    public static Set<String> roles(Input input) {
        return input.get("identity") instanceof Map<?, ?> identity
                        && identity.get("roles") instanceof Collection<?> roles
                ? roles.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /**
     * The author of what a body writes, if a member of it may name one. Whoever is authenticated writes in his own name:
     * it may be left out, and another is a fault of the form ({@code author_mismatch}). Where nobody is, the name counts as given,
     * and the principal if none is.
     *
     * @param longest the name has at most so many characters
     */
    // @req:note-author
    public static String author(Input input, Form form, String member, int longest) {
        String named = form.text(member, longest);
        String authenticated = authenticated(input);
        if (authenticated == null) {
            return named == null || named.isBlank() ? of(input) : named;
        }
        if (named != null && !named.isBlank() && !named.equals(authenticated)) {
            form.fault(member, AUTHOR_MISMATCH, another(member, authenticated, named), List.of(authenticated));
        }
        return authenticated;
    }

    /** Says to people that a member names another person than the one who writes. */
    public static String another(String member, String expected, @Nullable String got) {
        return member + ": expected " + expected + ", who is signed in, got " + (got == null ? "nobody" : got);
    }
}
