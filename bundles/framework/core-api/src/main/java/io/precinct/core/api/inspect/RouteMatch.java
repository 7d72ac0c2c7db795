package io.precinct.core.api.inspect;

import io.precinct.core.api.inspect.Inspection.RouteView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the routes match a request.
 *
 * @param route the route that answers it, or null
 * @param others if none answers it, the routes that answer its path for another method, one a method
 * @param unreadable why its path cannot be read, or null
 * @since 1.2
 */
public record RouteMatch(
        @Nullable RouteView route,
        List<RouteView> others,
        @Nullable String unreadable) {
    /** Nothing matches it. */
    public static final RouteMatch NONE = new RouteMatch(null, List.of(), null);

    public RouteMatch {
        others = List.copyOf(others);
    }
}
