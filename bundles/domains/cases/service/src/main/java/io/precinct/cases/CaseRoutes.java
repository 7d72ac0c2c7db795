package io.precinct.cases;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.cases.api.CaseRoles;
import io.precinct.rest.api.Principal;

/** What the routes of the families below {@code /api/tasks} have in common. */
public final class CaseRoutes {
    private CaseRoutes() {}

    /** The same route, exposed at the gateway, with the header of the principal and the roles that may call it. */
    public static RouteDeclaration exposed(RouteDeclaration route) {
        return CaseRoles.permitted(route).exposed().principalIn(Principal.HEADER);
    }
}
