package io.precinct.dependencies.api;

import io.precinct.api.boundary.Permission;

/** The roles of users of the gateway who change the dependency graph. Every user may read it. */
public final class DependencyRoles {
    /** Adds events under producers' names of their own, and starts imports. */
    public static final String PRODUCER = "producer";

    /** Roles that may change the graph. */
    public static final Permission WRITING = Permission.of(PRODUCER);

    private DependencyRoles() {}
}
