package io.precinct.core.api.inspect;

/**
 * A route that is not served, because an older one has its method and the shape of its path.
 *
 * @param route its name
 * @param by name of the route that is served in its place
 * @param text says both, with where they come from
 * @since 1.2
 */
public record Shadowed(String route, String by, String text) {}
