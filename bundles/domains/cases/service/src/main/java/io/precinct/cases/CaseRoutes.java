package io.precinct.cases;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.rest.api.Principal;

/** What the routes of the families below {@code /api/tasks} have in common. */
public final class CaseRoutes {
    private CaseRoutes() {}

    /** The same route, exposed at the gateway, with the header of the principal. */
    public static RouteDeclaration exposed(RouteDeclaration route) {
        return route.exposed().principalIn(Principal.HEADER);
    }
}
