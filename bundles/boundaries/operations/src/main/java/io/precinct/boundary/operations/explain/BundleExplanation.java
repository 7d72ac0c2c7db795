package io.precinct.boundary.operations.explain;

import io.precinct.api.data.Data;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Diagnosis.ComponentView;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.inspect.Overstay;
import io.precinct.core.api.plugin.DeployedBoundary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Explains boundaries, bundles and components from the resolver, component runtime, registry and deployments. */
final class BundleExplanation {
    private static final int RECENT = 5;

    private final ExplainContext context;
    private final FailureCauses causes;

    BundleExplanation(ExplainContext context) {
        this.context = context;
        this.causes = new FailureCauses(context);
    }

    Explanation of(BundleView bundle) {
        List<String> faults = causes.of(bundle);
        String label = "bundle " + bundle.bundle() + " " + bundle.version();
        String sentence = faults.isEmpty() ? label + " works: " + offer(bundle) : FailureCauses.joined(faults);
        return new Explanation(
                "bundle",
                bundle.bundle(),
                faults.isEmpty(),
                sentence + (faults.isEmpty() ? caveats(bundle.bundle()) : ""),
                facts(bundle));
    }

    private static String offer(BundleView bundle) {
        return bundle.plugins().isEmpty()
                ? "it is active and brings no plug-in"
                : "it is active and brings " + String.join(", ", bundle.plugins());
    }

    private String caveats(String bundle) {
        List<String> caveats = new ArrayList<>();
        causes.newerRefused(bundle).ifPresent(caveats::add);
        caveats.addAll(context.conflicts(bundle));
        caveats.addAll(context.troubles(one -> one.generation().bundle().equals(bundle)));
        return caveats.isEmpty() ? "" : "; but " + FailureCauses.joined(caveats);
    }

    private Map<String, @Nullable Object> facts(BundleView bundle) {
        return Data.map(
                "id", bundle.id(),
                "version", bundle.version(),
                "state", bundle.state(),
                "origin", bundle.origin(),
                "sha256", bundle.sha256(),
                "outcome",
                        bundle.generations().isEmpty()
                                ? null
                                : bundle.generations().getFirst().toData(),
                "plugins", bundle.plugins(),
                "unresolved", context.unresolved(bundle),
                "components",
                        context.components(bundle).stream()
                                .map(BundleExplanation::component)
                                .toList(),
                "conflicts", context.conflicts(bundle.bundle()),
                "lingering_loaders", context.lingering(bundle.bundle()),
                "overstays", overstays(bundle.bundle()),
                "held_by", context.holders(bundle.bundle()));
    }

    private static Map<String, @Nullable Object> component(ComponentView component) {
        return Data.map(
                "name", component.name(),
                "state", component.state().wireName(),
                "services", component.services(),
                "faults", component.faults());
    }

    /** Explains a bundle that is no longer in the container, or never was. */
    Explanation ofAbsent(String bundle, Outcome last) {
        String sentence = "bundle " + bundle + " is not in the container: " + FailureCauses.describe(last);
        return new Explanation("bundle", bundle, false, sentence, Data.map("outcome", last.toData()));
    }

    Explanation ofComponent(BundleView bundle, ComponentView component) {
        String where = " of bundle " + bundle.bundle() + " " + bundle.version();
        boolean works = component.faults().isEmpty();
        String sentence = works
                ? "component " + component.name() + where + " is "
                        + component.state().wireName()
                : FailureCauses.joined(component.faults()) + " (bundle " + bundle.bundle() + " " + bundle.version()
                        + ")";
        return new Explanation(
                "component",
                component.name(),
                works,
                sentence,
                Data.map("bundle", bundle.bundle(), "component", component(component)));
    }

    Explanation ofBoundary(DeployedBoundary boundary) {
        String bundle = boundary.generation().bundle();
        List<String> routes = routes(boundary.name());
        String sentence = "boundary " + boundary.name() + " of bundle " + bundle + " "
                + boundary.generation().version() + " is deployed and "
                + (routes.isEmpty() ? "no route names it" : "serves " + String.join(", ", routes));
        return new Explanation(
                "boundary",
                boundary.name(),
                !context.isOut(boundary.name()),
                sentence + caveats(bundle),
                Data.map(
                        "bundle", bundle,
                        "version", boundary.generation().version(),
                        "generation", boundary.generation().id(),
                        "location", boundary.generation().location(),
                        "kind", boundary.declaration().kind().wireName(),
                        "type_addr", boundary.typeAddr(),
                        "routes", routes,
                        "overstays", overstays(bundle)));
    }

    private List<Map<String, @Nullable Object>> overstays(String bundle) {
        return context.overstays(bundle).stream()
                .limit(RECENT)
                .map(Overstay::toData)
                .toList();
    }

    Explanation ofMissingBoundary(String boundary) {
        List<String> routes = routes(boundary);
        List<String> why = causes.ofMissing(boundary);
        String sentence = "boundary " + boundary + " is not deployed, because " + FailureCauses.joined(why)
                + (routes.isEmpty() ? "" : "; routes that need it answer 503: " + String.join(", ", routes));
        return new Explanation(
                "boundary",
                boundary,
                false,
                sentence,
                Data.map(
                        "routes", routes,
                        "causes", why,
                        "bundles",
                                context.bringing(boundary).stream()
                                        .map(BundleView::bundle)
                                        .toList()));
    }

    private List<String> routes(String boundary) {
        return context.routes().stream()
                .filter(route -> route.boundaries().contains(boundary)
                        && context.shadowed(route.name()).isEmpty())
                .map(RouteView::name)
                .toList();
    }
}
