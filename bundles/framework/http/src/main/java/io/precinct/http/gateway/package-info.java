/**
 * The gateway: the listener for the world outside, with HTTP basic authentication and TLS, in front of the few paths that
 * are exposed. The internal listener stays open and on loopback.
 *
 * <p>{@code GatewayListener} keeps it as the configuration wants it; its {@code GatewayEntrance} asks the
 * {@code Authenticator} who somebody is and the {@code ExposedPaths} whether the path is his to ask for.
 */
@NullMarked
package io.precinct.http.gateway;

import org.jspecify.annotations.NullMarked;
