package io.precinct.cases;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.cases.api.CaseRoles;
import io.precinct.rest.api.Principal;

/** Settings that all route families below {@code /api/tasks} share. */
public final class CaseRoutes {
    private CaseRoutes() {}

    /** Returns the route exposed at the gateway, with the principal header and the roles that may call it. */
    public static RouteDeclaration exposed(RouteDeclaration route) {
        return CaseRoles.permitted(route).exposed().principalIn(Principal.HEADER);
    }
}
