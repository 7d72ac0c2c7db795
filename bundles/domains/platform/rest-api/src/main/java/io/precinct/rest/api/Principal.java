package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The principal of a request: the owner of the stack it uses, and the author of its changes. */
public final class Principal {
    /**
     * The request header that names the principal if the listener does not authenticate users; families declare it on
     * routes.
     */
    public static final String HEADER = "X-Detective";

    private static final String HEADER_KEY = HEADER.toLowerCase(Locale.ROOT);

    /** The principal if none is given. */
    public static final String DEFAULT = "default";

    /** The code of the fault that a body names another author than the signed-in user. */
    public static final String AUTHOR_MISMATCH = "author_mismatch";

    private static final int LONGEST = 200;

    private Principal() {}

    /**
     * Returns the name of the identity that the listener established; if there is none, the value of the header {@link
     * #HEADER}; else {@link #DEFAULT}.
     *
     * @throws Refusal 400 if the header is not a usable name
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

    /**
     * Returns the name of the identity that the listener established, or null if the listener does not authenticate
     * users.
     */
    public static @Nullable String authenticated(Input input) {
        return input.get("identity") instanceof Map<?, ?> identity && identity.get("name") instanceof String name
                ? name
                : null;
    }

    /**
     * Returns the roles of the identity that the listener established; empty if the listener does not authenticate
     * users.
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
     * Returns the author of the content of a body in which a member may name the author. An authenticated user always
     * writes under their own name: the member may be omitted, and another name is a fault of the form ({@code
     * author_mismatch}). Without authentication, the given name is used, or the principal if no name is given.
     *
     * @param longest most characters of the name
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

    /** Returns the message for people that a member names another person than the signed-in user. */
    public static String another(String member, String expected, @Nullable String got) {
        return member + ": expected " + expected + ", who is signed in, got " + (got == null ? "nobody" : got);
    }
}
