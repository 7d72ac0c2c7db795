package io.precinct.cases.api;

import io.precinct.api.boundary.Permission;
import io.precinct.api.boundary.RouteDeclaration;
import java.util.List;

/**
 * The roles of users who work with cases. A user without any role is a detective. Routes declare which roles may call
 * them; the code that writes a case decides whose cases a detective may change.
 */
public final class CaseRoles {
    /** Reads cases. */
    public static final String READER = "reader";
    /**
     * Creates cases, changes cases that are their own or unassigned, and writes notes, lists and links on all cases.
     */
    public static final String DETECTIVE = "detective";
    /** Changes every case and every template, deletes in bulk, archives and redacts. */
    public static final String LEAD = "lead";
    /** Reads cases, and imports and synchronises what others have written elsewhere. */
    public static final String SYNC = "sync";

    /** All roles, least first. */
    public static final List<String> ALL = List.of(READER, DETECTIVE, LEAD, SYNC);

    /** Roles that may read. */
    public static final Permission READING =
            Permission.of(READER, DETECTIVE, LEAD, SYNC).orWithoutRoles();
    /** Roles that may do everyday work. */
    public static final Permission WORKING = Permission.of(DETECTIVE, LEAD).orWithoutRoles();
    /** Roles that may write a whole case. */
    public static final Permission REPLACING =
            Permission.of(DETECTIVE, LEAD, SYNC).orWithoutRoles();
    /** Roles that may run operations on the cases of all users. */
    public static final Permission LEADING = Permission.of(LEAD);
    /** Roles that may write in the name of others. */
    public static final Permission SYNCING = Permission.of(SYNC);

    private CaseRoles() {}

    /**
     * Returns the route with a permission. A route that declares none gets {@link #READING} for {@code GET}, else
     * {@link #WORKING}.
     */
    public static RouteDeclaration permitted(RouteDeclaration route) {
        if (!route.permission().equals(Permission.EVERYBODY)) {
            return route;
        }
        return route.permitting(route.method().equals("get") ? READING : WORKING);
    }
}
