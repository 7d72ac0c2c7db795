package io.precinct.core.api.dispatch;

import io.precinct.api.boundary.RouteDeclaration;

/**
 * What the route of a request declares about who may reach it.
 *
 * @param access who may call it
 * @param exposure whether the gateway exposes it
 * @since 1.1
 */
public record RouteAccess(RouteDeclaration.Access access, RouteDeclaration.Exposure exposure) {
    /** Of a request without a route. */
    public static final RouteAccess NO_ROUTE =
            new RouteAccess(RouteDeclaration.Access.OPEN, RouteDeclaration.Exposure.CONFIGURED);

    /** What a route declares. */
    public static RouteAccess of(RouteDeclaration route) {
        return new RouteAccess(route.access(), route.exposure());
    }
}
