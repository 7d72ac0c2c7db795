package io.precinct.boundary.inspect;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.envelope.Stage;
import io.precinct.boundary.inspect.BoundaryView.Manifest;
import io.precinct.boundary.inspect.Shapes.Bundles;
import io.precinct.boundary.inspect.Shapes.Files;
import io.precinct.boundary.inspect.Shapes.Routes;
import io.precinct.boundary.inspect.Shapes.StageEntries;
import io.precinct.boundary.inspect.openapi.OpenApi;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Endpoints that show the current state of the framework. Each answer is taken from one snapshot. */
@Component
@FamilyName("inspect")
public final class Inspect implements BoundaryFamily {
    private final Inspection inspection;
    private final ConfigurationSource configuration;

    /** The service of the deployer, which may come and go; the other answers do not need it. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile @Nullable Deployments deployments;

    /** Inspects this framework. */
    @Activate
    public Inspect(@Reference Inspection inspection, @Reference ConfigurationSource configuration) {
        this.inspection = inspection;
        this.configuration = configuration;
    }

    @Override
    public List<Member> members() {
        return List.of(
                get("/inspect/framework-schema", "framework_schema", Shapes.FRAMEWORK_SCHEMA, this::stages),
                get("/inspect/framework-schema/:stage", "framework_schema_stage", Shapes.STAGE, this::stage),
                get("/inspect/boundary/:name", "boundary", Shapes.BOUNDARY, this::boundary),
                get("/inspect/boundaries", "boundaries", Shapes.BOUNDARIES, this::boundaries),
                get("/inspect/routes", "routes", Shapes.ROUTES, this::routes),
                get("/inspect/traffic", "traffic", Shapes.TRAFFIC, this::traffic),
                get("/inspect/bundles", "bundles", Shapes.BUNDLES, this::bundles),
                get("/inspect/config", "config", Shapes.CONFIG, this::config),
                Member.on(
                        RouteDeclaration.of("get", "/inspect/openapi.json")
                                .sealedInHeader()
                                .forOperators(),
                        "openapi",
                        Shapes.OPENAPI,
                        this::openApi));
    }

    private static Member get(String path, String name, Declaration declaration, Member.Handler handler) {
        return Member.on(RouteDeclaration.of("get", path).forOperators(), name, declaration, handler);
    }

    // @req:inspect-catalogue
    private Outcome stages(Input input) {
        return Reply.ok(Shapes.STAGES.toData(inspection.catalogue()));
    }

    // @req:inspect-stage
    private Outcome stage(Input input) {
        String name = input.params().text("stage");
        Optional<Stage> stage = Stage.named(name);
        if (stage.isEmpty()) {
            return Denial.of(404, "unknown stage: " + name).with("available", Stage.names());
        }
        return Reply.ok(StageEntries.VIEW.toData(new StageEntries(stage.get(), inspection.catalogue())));
    }

    private Outcome boundary(Input input) {
        String name = input.params().text("name");
        Map<String, DeployedBoundary> deployed = inspection.plugins().boundaries();
        DeployedBoundary boundary = deployed.get(name);
        if (boundary == null) {
            return Denial.of(404, "unknown boundary: " + name)
                    .with("available", deployed.keySet().stream().sorted().toList());
        }
        return Reply.ok(Manifest.VIEW.toData(new Manifest(boundary, inspection.routes())));
    }

    private Outcome boundaries(Input input) {
        return Reply.ok(Shapes.PLUGINS.toData(inspection.plugins()));
    }

    private Outcome routes(Input input) {
        return Unchanged.or(input, Routes.VIEW.toData(new Routes(inspection, RouteFilter.of(input.query()))));
    }

    private Outcome traffic(Input input) {
        return Reply.ok(Shapes.TRAFFIC_VIEW.toData(inspection.traffic())).header("Cache-Control", "no-store");
    }

    private Outcome bundles(Input input) {
        Deployments deployer = deployments;
        if (deployer == null) {
            return Denial.of(503, "the bundle io.precinct.deploy is not deployed, which keeps the list of bundles")
                    .with("code", "deployer_missing");
        }
        return Unchanged.or(input, Bundles.VIEW.toData(new Bundles(deployer, inspection)));
    }

    private Outcome config(Input input) {
        return Unchanged.or(input, Files.VIEW.toData(new Files(configuration, inspection)));
    }

    private Outcome openApi(Input input) {
        return Unchanged.or(
                input,
                OpenApi.of(
                        input.runtime().service(),
                        input.runtime().version(),
                        inspection.routes(),
                        inspection.plugins()));
    }
}
