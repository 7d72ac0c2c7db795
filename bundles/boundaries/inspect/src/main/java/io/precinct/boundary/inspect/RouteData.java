package io.precinct.boundary.inspect;

import io.precinct.api.data.Data;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.inspect.Inspection.Step;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts a route and its chain to data. */
final class RouteData {
    private RouteData() {}

    static Map<String, @Nullable Object> of(RouteView route) {
        return Data.map(
                "name", route.name(),
                "method", route.method(),
                "path", route.path(),
                "boundaries", route.boundaries(),
                "source", route.source(),
                "chain", route.chain().stream().map(RouteData::step).toList(),
                "missing", route.missing(),
                "scenarios", route.scenarios(),
                "consumes", route.consumes(),
                "produces", route.produces(),
                "access", route.access(),
                "exposure", route.exposure(),
                "roles", route.permission().roles(),
                "without_roles", route.permission().withoutRoles());
    }

    private static Map<String, @Nullable Object> step(Step step) {
        DeployedBoundary deployed = step.deployed();
        return Data.map(
                "slot", step.slot(),
                "boundary", step.boundary(),
                "kind", deployed == null ? null : deployed.declaration().kind().wireName(),
                "bundle", deployed == null ? null : deployed.generation().bundle(),
                "version", deployed == null ? null : deployed.generation().version());
    }
}
