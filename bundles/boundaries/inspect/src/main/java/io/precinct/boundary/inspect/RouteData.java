package io.precinct.boundary.inspect;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.inspect.Inspection.Step;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Routes and their chains as they are served. */
final class RouteData {
    private static final Schema TEXT = Schema.text();
    private static final Schema LINES = Schema.list(TEXT);

    private static final View<Step> STEP = View.<Step>object()
            .with("slot", Schema.oneOf("first", "user", "gate", "tail"), Step::slot)
            .with("boundary", TEXT, Step::boundary)
            .with("kind", TEXT.orNull(), ofDeployed(BoundaryView::kind))
            .with("bundle", TEXT.orNull(), ofDeployed(BoundaryView::bundle))
            .with("version", TEXT.orNull(), ofDeployed(BoundaryView::version))
            .open()
            .named("ChainStep");

    static final View<RouteView> VIEW = View.<RouteView>object()
            .with("name", TEXT.example("echo"), RouteView::name)
            .with("method", TEXT.example("get"), RouteView::method)
            .with("path", TEXT.example("/echo/:message"), RouteView::path)
            .with(
                    "opens",
                    Schema.truth().describedAs("Whether a browser that has only the path gets an answer to show."),
                    RouteView::opens)
            .with("boundaries", LINES, RouteView::boundaries)
            .with("source", TEXT, RouteView::source)
            .list("chain", STEP, RouteView::chain)
            .with("missing", LINES, RouteView::missing)
            .with("scenarios", LINES, RouteView::scenarios)
            .with("consumes", LINES, RouteView::consumes)
            .with("produces", LINES, RouteView::produces)
            .with("access", Schema.oneOf("open", "proven", "admin"), RouteView::access)
            .with("exposure", Schema.oneOf("never", "operators", "configured", "default"), RouteView::exposure)
            .with(
                    "roles",
                    LINES.describedAs("Authenticated users need one of these; none: every user may call it."),
                    route -> route.permission().roles())
            .with(
                    "without_roles",
                    Schema.truth().describedAs("Whether users without any role may call it."),
                    route -> route.permission().withoutRoles())
            .open()
            .named("Route");

    private RouteData() {}

    /** A member of the boundary at a step; null if the boundary is missing. */
    private static Function<Step, @Nullable Object> ofDeployed(Function<DeployedBoundary, String> member) {
        return step -> step.deployed() == null ? null : member.apply(step.deployed());
    }
}
