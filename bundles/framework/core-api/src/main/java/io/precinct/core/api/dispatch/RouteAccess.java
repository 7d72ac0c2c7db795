package io.precinct.core.api.dispatch;

import io.precinct.api.boundary.RouteDeclaration;

/**
 * A route's declaration of who may reach it.
 *
 * @param access who may call it
 * @param exposure whether the gateway exposes it
 * @since 1.1
 */
public record RouteAccess(RouteDeclaration.Access access, RouteDeclaration.Exposure exposure) {
    /** The access of a request without a route. */
    public static final RouteAccess NO_ROUTE =
            new RouteAccess(RouteDeclaration.Access.OPEN, RouteDeclaration.Exposure.CONFIGURED);

    /** The declaration of a route. */
    public static RouteAccess of(RouteDeclaration route) {
        return new RouteAccess(route.access(), route.exposure());
    }
}
