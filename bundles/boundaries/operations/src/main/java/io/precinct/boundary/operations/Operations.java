package io.precinct.boundary.operations;

import io.precinct.api.boundary.BoundaryFamily;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.FamilyName;
import io.precinct.api.boundary.Member;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.boundary.operations.admin.DeploymentAdmin;
import io.precinct.boundary.operations.admin.InstanceAdmin;
import io.precinct.boundary.operations.admin.LoggerAdmin;
import io.precinct.boundary.operations.explain.Explain;
import io.precinct.boundary.operations.health.Health;
import io.precinct.boundary.operations.metrics.MetricsPage;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * What operators ask a running instance. Health and figures are open; what is below {@code /admin} needs loopback and
 * the token of the instance. Answers are sealed in the header only, so that each is exactly its fields.
 */
@Component
@FamilyName("operations")
public final class Operations implements BoundaryFamily {
    /** A deployed jar is held in memory on its way in; larger ones come through the watched folder. */
    private static final long UPLOAD = 256L << 20;

    private final Health health;
    private final MetricsPage metrics;
    private final InstanceAdmin instance;
    private final DeploymentAdmin deployments;
    private final LoggerAdmin loggers;
    private final Explain explain;

    /** Operations on this container. */
    @Activate
    public Operations(BundleContext context) {
        var container = new Container(context);
        health = new Health(container);
        metrics = new MetricsPage(container);
        instance = new InstanceAdmin(container, health);
        deployments = new DeploymentAdmin(container);
        loggers = new LoggerAdmin();
        explain = new Explain(container);
    }

    @Override
    public List<Member> members() {
        return List.of(
                open("/health", "health", writing("status", "counts", "checks"), health::health),
                open("/ready", "ready", writing("ready", "checks", "missing"), health::ready),
                open("/ready/:feature", "ready_feature", ofFeature(), health::readyFeature),
                on(
                        RouteDeclaration.of("get", "/metrics")
                                .producing(MetricsPage.TEXT, MetricsPage.OPEN_METRICS)
                                .sealedInHeader(),
                        "metrics",
                        writing(),
                        metrics::page),
                admin("get", "/admin/status", "status", writing("version", "features", "bundles"), instance::status),
                admin("post", "/admin/reload", "reload", writing("problems", "loaded_at"), instance::reload),
                admin("post", "/admin/scenario", "scenario", ofScenario(), instance::scenario),
                admin("get", "/admin/bundles", "bundles", writing("bundles", "outcomes"), deployments::bundles),
                on(upload(), "deploy", writing("result", "sha256"), deployments::deploy),
                admin("post", "/admin/rollback", "rollback", ofRollback(), deployments::rollback),
                admin("get", "/admin/loggers", "loggers", writing("loggers"), loggers::list),
                admin("put", "/admin/loggers/:name", "logger", ofLogger(), loggers::change),
                admin("get", "/admin/explain", "explain", ofExplain(), explain::explain));
    }

    private static Member open(String path, String name, Declaration declaration, Member.Handler handler) {
        return on(RouteDeclaration.of("get", path).sealedInHeader(), name, declaration, handler);
    }

    private static Member admin(
            String method, String path, String name, Declaration declaration, Member.Handler handler) {
        return on(RouteDeclaration.of(method, path).sealedInHeader().forAdmin(), name, declaration, handler);
    }

    private static RouteDeclaration upload() {
        return RouteDeclaration.of("post", "/admin/deploy")
                .consuming("application/java-archive", "application/octet-stream")
                .withBodyLimit(UPLOAD)
                .sealedInHeader()
                .forAdmin();
    }

    /** A service of the framework may be away for a moment; that is no fault of the request. */
    private static Member on(RouteDeclaration route, String name, Declaration declaration, Member.Handler handler) {
        return Member.on(route, name, declaration, input -> {
            try {
                return handler.cross(input);
            } catch (Container.Missing e) {
                return Denial.of(503, String.valueOf(e.getMessage())).with("code", "not_there");
            }
        });
    }

    private static Declaration writing(String... keys) {
        return shape(Declaration.terminal(), keys);
    }

    private static Declaration ofFeature() {
        return shape(Declaration.terminal().reads("params", Map.of("feature", true)), "ready", "checks", "missing");
    }

    private static Declaration ofScenario() {
        return shape(
                Declaration.terminal().reads("params", Map.of("route", true, "scenario", true)),
                "route",
                "scenario",
                "passed");
    }

    private static Declaration ofRollback() {
        return shape(Declaration.terminal().reads("params", Map.of("bundle", true)), "result", "bundle");
    }

    private static Declaration ofLogger() {
        return shape(Declaration.terminal().reads("params", Map.of("name", true, "level", true)), "name", "level");
    }

    private static Declaration ofExplain() {
        return shape(Declaration.terminal().reads("query", Map.of("what", true)), "what", "sentence", "facts");
    }

    private static Declaration shape(Declaration.Builder declaration, String... writes) {
        for (String key : writes) {
            declaration.writes(key, true);
        }
        return declaration.build();
    }
}
