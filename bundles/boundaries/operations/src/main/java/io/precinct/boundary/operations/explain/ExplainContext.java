package io.precinct.boundary.operations.explain;

import io.precinct.boundary.operations.Container;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.deploy.Diagnosis;
import io.precinct.core.api.deploy.Diagnosis.ComponentView;
import io.precinct.core.api.inspect.Guarded;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.inspect.Overstay;
import io.precinct.core.api.inspect.RouteMatch;
import io.precinct.core.api.inspect.Shadowed;
import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.wiring.BundleRevision;

/** The current state that explanations are based on. Not thread-safe. */
final class ExplainContext {
    private static final String BOUNDARY = "precinct.boundary";
    private static final String FAMILY = "precinct.family";

    private final Container container;
    private final List<RouteView> routes;
    private final List<Shadowed> shadowed;
    private final PluginSnapshot plugins;
    private final List<String> conflicts;
    private final @Nullable Configuration configuration;
    private final List<Problem> problems;
    private final List<BundleView> bundles;
    private final List<Outcome> outcomes;
    private final List<Guarded> guarded;
    private final List<Overstay> overstays;

    ExplainContext(Container container) {
        this.container = container;
        this.routes = container.listIfThere(Inspection.class, Inspection::routes);
        this.shadowed = container.listIfThere(Inspection.class, Inspection::shadowed);
        this.plugins = Objects.requireNonNullElse(
                container.askIfThere(Inspection.class, Inspection::plugins), PluginSnapshot.NONE);
        this.conflicts = container.listIfThere(Inspection.class, Inspection::conflicts);
        this.configuration = container.askIfThere(ConfigurationSource.class, ConfigurationSource::current);
        this.problems = container.listIfThere(ConfigurationSource.class, ConfigurationSource::problems).stream()
                .filter(problem -> !problem.warning())
                .toList();
        this.bundles = container.listIfThere(Deployments.class, Deployments::bundles);
        this.outcomes = container.listIfThere(Deployments.class, Deployments::outcomes);
        this.guarded = container.listIfThere(Inspection.class, Inspection::guarded);
        this.overstays = container.listIfThere(Inspection.class, Inspection::overstays);
    }

    List<RouteView> routes() {
        return routes;
    }

    /** The routes that concern a request; the method is in lower case. */
    RouteMatch match(String method, String rawPath) {
        return Objects.requireNonNullElse(
                container.askIfThere(Inspection.class, inspection -> inspection.match(method, rawPath)),
                RouteMatch.NONE);
    }

    /** The report that another route serves in place of a route; empty if the route is served. */
    Optional<Shadowed> shadowed(String route) {
        return shadowed.stream().filter(one -> one.route().equals(route)).findFirst();
    }

    PluginSnapshot plugins() {
        return plugins;
    }

    @Nullable
    Configuration configuration() {
        return configuration;
    }

    /** The problems of the configuration files as they are now, without warnings. */
    List<Problem> problems() {
        return problems;
    }

    List<BundleView> bundles() {
        return bundles;
    }

    /** The bundles of this name, those that serve or could serve first. */
    List<BundleView> bundles(String name) {
        return bundles.stream()
                .filter(view -> view.bundle().equals(name))
                .toList()
                .reversed();
    }

    /** The effects of boundaries that overstay their deadline, each as a part of a sentence. */
    List<String> troubles(Predicate<Guarded> which) {
        return guarded.stream()
                .filter(which)
                .filter(one -> one.trouble() != null)
                .map(ExplainContext::trouble)
                .toList();
    }

    private static String trouble(Guarded guarded) {
        boolean deployed = guarded.generation().location().startsWith(Admission.STAGED);
        String bundle = guarded.generation().bundle();
        return guarded.trouble()
                + (deployed ? " (precinct rollback " + bundle + " brings back what served before)" : "");
    }

    /** Whether a boundary is taken out of service at present. */
    boolean isOut(String boundary) {
        return guarded.stream()
                .anyMatch(
                        one -> one.boundary().equals(boundary) && !one.breaker().equals("closed"));
    }

    /** The requests that were given up because of a bundle, the newest first. */
    List<Overstay> overstays(String bundle) {
        return overstays.stream()
                .filter(one -> one.generation().bundle().equals(bundle))
                .toList();
    }

    /** Conflicts that mention this name. */
    List<String> conflicts(String name) {
        return conflicts.stream().filter(conflict -> mentions(conflict, name)).toList();
    }

    static boolean mentions(String text, String name) {
        return Pattern.compile("(?<![\\w.-])" + Pattern.quote(name) + "(?![\\w-]|\\.\\w)")
                .matcher(text)
                .find();
    }

    /** The last outcomes for a bundle, the newest first. */
    List<Outcome> outcomes(String bundle) {
        return outcomes.stream()
                .filter(outcome -> bundle.equals(outcome.bundle()))
                .toList();
    }

    /** The newest outcome of each bundle, if the bundle has not served since then: refusals and removals. */
    List<Outcome> gone() {
        Set<String> seen = new HashSet<>();
        return outcomes.stream()
                .filter(outcome -> outcome.bundle() == null || seen.add(outcome.bundle()))
                .filter(outcome -> outcome.result() == Result.REFUSED
                        || outcome.result() == Result.REMOVED
                        || outcome.result() == Result.DISABLED)
                .toList();
    }

    List<String> unresolved(BundleView bundle) {
        return container.listIfThere(Diagnosis.class, diagnosis -> diagnosis.unresolved(bundle.id()));
    }

    List<ComponentView> components(BundleView bundle) {
        return container.listIfThere(Diagnosis.class, diagnosis -> diagnosis.components(bundle.id()));
    }

    int lingering(String bundle) {
        Integer count = container.askIfThere(Diagnosis.class, diagnosis -> diagnosis.lingering(bundle));
        return count == null ? 0 : count;
    }

    /** What holds loaders of a bundle that are still in memory; searched only if there are any. */
    List<String> holders(String bundle) {
        return lingering(bundle) == 0
                ? List.of()
                : container.listIfThere(
                        Diagnosis.class, diagnosis -> diagnosis.holders().get(bundle));
    }

    /** The bundles whose manifest declares a boundary, started or not. */
    List<BundleView> bringing(String boundary) {
        int dot = boundary.indexOf('.');
        String family = dot < 0 ? boundary : boundary.substring(0, dot);
        return bundles.stream()
                .filter(view -> provides(view, BOUNDARY, boundary) || (dot > 0 && provides(view, FAMILY, family)))
                .toList();
    }

    /** Whether the family in a name is deployed, so that only the member does not exist. */
    boolean hasFamilyOf(String boundary) {
        int dot = boundary.indexOf('.');
        return dot > 0
                && plugins.boundaries().keySet().stream()
                        .anyMatch(name -> name.startsWith(boundary.substring(0, dot + 1)));
    }

    private boolean provides(BundleView view, String namespace, String name) {
        return container.bundles().stream()
                .filter(bundle -> bundle.getBundleId() == view.id())
                .findFirst()
                .map(bundle -> bundle.adapt(BundleRevision.class))
                .stream()
                .flatMap(revision -> revision.getDeclaredCapabilities(namespace).stream())
                .anyMatch(capability -> name.equals(capability.getAttributes().get(namespace)));
    }
}
