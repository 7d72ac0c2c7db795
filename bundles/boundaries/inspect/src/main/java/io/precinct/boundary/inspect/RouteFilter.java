package io.precinct.boundary.inspect;

import io.precinct.api.boundary.Fields;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.plugin.DeployedBoundary;
import org.jspecify.annotations.Nullable;

/**
 * Selects the routes that a client wants to see. A route must match each filter that is given.
 *
 * @param name a part of the name, or null
 * @param path a part of the pattern of the path, or null
 * @param bundle symbolic name of a bundle whose boundary the route crosses in a user slot, or null
 */
record RouteFilter(
        @Nullable String name,
        @Nullable String path,
        @Nullable String bundle) {
    static final Parameter NAME =
            Parameter.query("name", Schema.text().example("echo")).describedAs("Only routes whose name has this part.");
    static final Parameter PATH = Parameter.query("path", Schema.text().example("/echo"))
            .describedAs("Only routes whose path has this part.");
    static final Parameter BUNDLE = Parameter.query("bundle", Schema.text().example("io.precinct.boundary.echo"))
            .describedAs("Only routes that a boundary of the bundle of this symbolic name answers.");

    static RouteFilter of(Fields query) {
        return new RouteFilter(query.optionalText("name"), query.optionalText("path"), query.optionalText("bundle"));
    }

    boolean takes(RouteView route) {
        return (name == null || String.valueOf(route.name()).contains(name))
                && (path == null || route.path().contains(path))
                && (bundle == null || crosses(route, bundle));
    }

    private static boolean crosses(RouteView route, String bundle) {
        return route.chain().stream().anyMatch(step -> {
            DeployedBoundary deployed = step.deployed();
            return step.slot().equals("user")
                    && deployed != null
                    && deployed.generation().bundle().equals(bundle);
        });
    }
}
