package io.precinct.cases.api;

import io.precinct.api.boundary.Permission;
import io.precinct.api.boundary.RouteDeclaration;
import java.util.List;

/**
 * The roles of users who work with cases. A user without any role is a detective. Which route each role may call is declared
 * by the routes; whose cases a detective may change is decided where a case is written.
 */
public final class CaseRoles {
    /** Reads. */
    public static final String READER = "reader";
    /** Creates cases, changes his own and unassigned ones, and writes notes, lists and links on all. */
    public static final String DETECTIVE = "detective";
    /** Changes every case and every template, deletes in bulk, archives, and redacts. */
    public static final String LEAD = "lead";
    /** Reads, and writes what others have written elsewhere: imports and synchronises. */
    public static final String SYNC = "sync";

    /** All of them, the least first. */
    public static final List<String> ALL = List.of(READER, DETECTIVE, LEAD, SYNC);

    /** Who may read. */
    public static final Permission READING =
            Permission.of(READER, DETECTIVE, LEAD, SYNC).orWithoutRoles();
    /** Who may do everyday work. */
    public static final Permission WORKING = Permission.of(DETECTIVE, LEAD).orWithoutRoles();
    /** Who may write a whole case. */
    public static final Permission REPLACING =
            Permission.of(DETECTIVE, LEAD, SYNC).orWithoutRoles();
    /** Who may do what concerns the cases of everybody. */
    public static final Permission LEADING = Permission.of(LEAD);
    /** Who may write in the name of others. */
    public static final Permission SYNCING = Permission.of(SYNC);

    private CaseRoles() {}

    /** The same route; if it declares no permission, for readers if it is a {@code GET}, else for those who work. */
    public static RouteDeclaration permitted(RouteDeclaration route) {
        if (!route.permission().equals(Permission.EVERYBODY)) {
            return route;
        }
        return route.permitting(route.method().equals("get") ? READING : WORKING);
    }
}
