/**
 * The gateway: the listener for the outside world, with HTTP basic authentication and TLS, in front of the few exposed
 * paths. The internal listener stays open and on loopback.
 *
 * <p>{@code GatewayListener} keeps the gateway as configured. Its {@code GatewayAccess} uses the {@code Authenticator}
 * to identify the user and the {@code ExposedPaths} to decide whether the user may request the path.
 */
@NullMarked
package io.precinct.http.gateway;

import org.jspecify.annotations.NullMarked;
