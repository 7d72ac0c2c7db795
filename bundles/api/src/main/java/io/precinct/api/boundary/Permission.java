package io.precinct.api.boundary;

import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Which authenticated users may call a route. It does not apply to callers whom the listener did not authenticate, or
 * to administrators of the instance. Immutable.
 *
 * @param roles a user with any of them may; empty: every user may
 * @param withoutRoles whether a user without any role may as well
 * @since 1.1
 */
public record Permission(List<String> roles, boolean withoutRoles) {
    /** Every user may. */
    public static final Permission EVERYBODY = new Permission(List.of(), true);

    public Permission {
        roles = List.copyOf(roles);
        if (roles.isEmpty() && !withoutRoles) {
            throw new IllegalArgumentException("name a role, or nobody may call the route");
        }
    }

    /** Users with one of these roles may. */
    public static Permission of(String... roles) {
        return new Permission(List.of(roles), false);
    }

    /** The same, and users without any role may as well. */
    public Permission orWithoutRoles() {
        return new Permission(roles, true);
    }

    /** Whether a user with these roles may call the route. */
    public boolean includes(Set<String> held) {
        return roles.isEmpty() || withoutRoles && held.isEmpty() || !Collections.disjoint(roles, held);
    }
}
