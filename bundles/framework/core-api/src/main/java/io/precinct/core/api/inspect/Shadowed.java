package io.precinct.core.api.inspect;

/**
 * A route that is not served, because an older one has the same method and the same shape of path.
 *
 * @param route its name
 * @param by name of the route that is served in its place
 * @param text names both, with their origins
 * @since 1.2
 */
public record Shadowed(String route, String by, String text) {}
