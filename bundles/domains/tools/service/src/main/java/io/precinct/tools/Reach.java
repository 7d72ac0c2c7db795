package io.precinct.tools;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.boundary.RouteDeclaration.Access;
import io.precinct.api.boundary.RouteDeclaration.Exposure;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.GatewayExposure;
import io.precinct.core.api.dispatch.RouteAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a caller reaches through tools. Whoever uses the internal listener reaches everything. A user of the gateway
 * reaches what the gateway exposes, and in addition the routes that it exposes by default: exposing only the address of
 * the tools is enough to work with cases. Thread-safe.
 *
 * @param gateway null if the gateway's bundle is not deployed
 */
record Reach(Dispatcher dispatcher, @Nullable GatewayExposure gateway) {
    /**
     * What a caller reaches: a view with the same value shows the same operations of the same tools.
     *
     * @param exposed what the gateway exposes, or null
     * @param roles of the user; null for a caller of the internal listener
     */
    record View(
            GatewayExposure.@Nullable Exposed exposed,
            @Nullable Set<String> roles) {
        /** Whether everything is shown. */
        boolean isEverything() {
            return roles == null;
        }

        /** Whether an operation is shown: the user reaches its route, and has a role that permits the call. */
        boolean shows(ToolOperation operation) {
            RouteDeclaration route = operation.route();
            return roles == null
                    || route.permission().includes(roles)
                            && (isDefault(RouteAccess.of(route))
                                    || exposed != null
                                            && route.access() == Access.OPEN
                                            && exposed.reachesSome(roles, RouteAccess.of(route), route.path()));
        }

        private boolean reaches(RouteAccess route, String rawPath) {
            return isDefault(route)
                    || exposed != null
                            && roles != null
                            && route.access() == Access.OPEN
                            && exposed.reaches(roles, route, rawPath);
        }

        private static boolean isDefault(RouteAccess route) {
            return route.access() == Access.OPEN && route.exposure() == Exposure.DEFAULT;
        }
    }

    /** Returns what a caller reaches now. */
    View of(Caller caller) {
        boolean user = caller.identity() != null;
        return new View(user && gateway != null ? gateway.current() : null, user ? caller.roles() : null);
    }

    /** Whether a caller reaches the route that takes a request. */
    boolean includes(Caller caller, String method, String rawPath) {
        View view = of(caller);
        return view.isEverything() || view.reaches(dispatcher.access(method, rawPath), rawPath);
    }
}
