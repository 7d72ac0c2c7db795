/**
 * The gateway: the listener for the outside world, with HTTP basic authentication and TLS, in front of the few exposed
 * paths. The internal listener stays open and on loopback.
 *
 * <p>{@code GatewayListener} keeps it as configured; its {@code GatewayAccess} asks the {@code Authenticator} who
 * somebody is and the {@code ExposedPaths} whether that user may ask for the path.
 */
@NullMarked
package io.precinct.http.gateway;

import org.jspecify.annotations.NullMarked;
