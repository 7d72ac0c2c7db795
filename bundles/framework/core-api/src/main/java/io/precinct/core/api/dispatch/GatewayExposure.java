package io.precinct.core.api.dispatch;

import java.util.Set;

/**
 * What the gateway exposes to its users. A service of the gateway, for code that makes requests on behalf of a user, to
 * whom it must not reach more than the gateway itself does. Thread-safe.
 *
 * @since 1.6
 */
public interface GatewayExposure {
    /** Returns what is exposed now: the same object until the configuration changes. */
    Exposed current();

    /** What is exposed as of a moment. Immutable. */
    interface Exposed {
        /**
         * Whether the gateway passes requests of a user to a route that is no operation of administrators. Whether the
         * user's roles permit the call is for the route to say.
         *
         * @param roles of the user
         * @param route the declared access of the request's route
         * @param rawPath percent-encoded, without query
         */
        boolean reaches(Set<String> roles, RouteAccess route, String rawPath);

        /**
         * Whether {@link #reaches} is true of some path of a route.
         *
         * @param pattern of the route: {@code :name} is one segment, a last {@code *name} is the rest of the path
         */
        boolean reachesSome(Set<String> roles, RouteAccess route, String pattern);
    }
}
