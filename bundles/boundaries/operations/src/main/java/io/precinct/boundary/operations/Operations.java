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
import io.precinct.core.api.deploy.Deployments;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * The endpoints for operators of a running instance. Health and metrics are open. Endpoints below {@code /admin}
 * require loopback and the token of the instance or, at the gateway, the role of administrators. Answers are sealed in
 * the header only, so that their bodies have no added member.
 */
@Component
@FamilyName("operations")
public final class Operations implements BoundaryFamily {
    /** Size of the largest jar, which is held in memory; larger jars are deployed through the watched folder. */
    private static final long UPLOAD = 256L << 20;

    private final Health health;
    private final FrontPage front;
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
        front = new FrontPage(container, health);
        metrics = new MetricsPage(container);
        instance = new InstanceAdmin(container, health);
        deployments = new DeploymentAdmin(container);
        loggers = new LoggerAdmin();
        explain = new Explain(container);
    }

    @Override
    public List<Member> members() {
        return List.of(
                open("/", "front", OperationsDocuments.FRONT, front::page),
                open("/health", "health", OperationsDocuments.HEALTH, health::health),
                open("/ready", "ready", OperationsDocuments.READY, health::ready),
                open("/ready/:feature", "ready_feature", OperationsDocuments.READY_FEATURE, health::readyFeature),
                on(
                        RouteDeclaration.of("get", "/metrics")
                                .producing(MetricsPage.TEXT, MetricsPage.OPEN_METRICS)
                                .sealedInHeader(),
                        "metrics",
                        OperationsDocuments.METRICS,
                        metrics::page),
                admin("get", "/admin/status", "status", OperationsDocuments.STATUS, instance::status),
                admin("post", "/admin/reload", "reload", OperationsDocuments.RELOAD, instance::reload),
                admin("post", "/admin/scenario", "scenario", OperationsDocuments.SCENARIO, instance::scenario),
                admin("get", "/admin/bundles", "bundles", OperationsDocuments.BUNDLES, deployments::bundles),
                on(upload(), "deploy", OperationsDocuments.DEPLOY, deployments::deploy),
                change("rollback", OperationsDocuments.ROLLBACK, Deployments::rollback),
                change("undeploy", OperationsDocuments.UNDEPLOY, Deployments::undeploy),
                change("disable", OperationsDocuments.DISABLE, Deployments::disable),
                change("enable", OperationsDocuments.ENABLE, (deployments, bundle, _) -> deployments.enable(bundle)),
                admin("get", "/admin/loggers", "loggers", OperationsDocuments.LOGGERS, loggers::list),
                admin("put", "/admin/loggers/:name", "logger", OperationsDocuments.LOGGER_LEVEL, loggers::change),
                admin("get", "/admin/explain", "explain", OperationsDocuments.EXPLAIN, explain::explain));
    }

    private static Member open(String path, String name, Declaration declaration, Member.Handler handler) {
        return on(RouteDeclaration.of("get", path).sealedInHeader(), name, declaration, handler);
    }

    private static Member admin(
            String method, String path, String name, Declaration declaration, Member.Handler handler) {
        return on(
                RouteDeclaration.of(method, path).sealedInHeader().forAdmin(),
                name,
                declaration,
                UnknownMembers.refused(handler));
    }

    private Member change(String name, Declaration declaration, DeploymentAdmin.Change change) {
        return admin("post", "/admin/" + name, name, declaration, input -> deployments.change(input, name, change));
    }

    private static RouteDeclaration upload() {
        return RouteDeclaration.of("post", "/admin/deploy")
                .consuming("application/java-archive", "application/octet-stream")
                .withBodyLimit(UPLOAD)
                .sealedInHeader()
                .forAdmin();
    }

    /** A member that answers 503 while a service of the framework is missing, which may last only a moment. */
    private static Member on(RouteDeclaration route, String name, Declaration declaration, Member.Handler handler) {
        return Member.on(route, name, declaration, input -> {
            try {
                return handler.cross(input);
            } catch (Container.Missing e) {
                return Denial.of(503, String.valueOf(e.getMessage())).with("code", "not_there");
            }
        });
    }
}
