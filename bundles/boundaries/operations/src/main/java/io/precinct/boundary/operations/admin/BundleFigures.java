package io.precinct.boundary.operations.admin;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.api.data.Data;
import io.precinct.core.api.deploy.Deployments.BundleView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;

/**
 * The bundles of the container in numbers.
 *
 * @param all every bundle
 * @param views the bundles as the deployer reports them
 */
record BundleFigures(List<Bundle> all, List<BundleView> views) {
    private static final Schema COUNT = Schema.integer().atLeast(0);
    private static final Schema LINES = Schema.list(Schema.text());

    static final View<BundleFigures> VIEW = View.<BundleFigures>object()
            .with("total", COUNT, figures -> figures.all.size())
            .with("active", COUNT, BundleFigures::active)
            .with(
                    "deployed",
                    COUNT,
                    figures -> figures.count(view -> view.origin().equals("deployed")))
            .with("not_active", LINES, BundleFigures::notActive)
            .with("sources", Schema.map(COUNT), BundleFigures::sources)
            .with("disabled", LINES, BundleFigures::disabled)
            .with("replaces", LINES, BundleFigures::replaces);

    private int active() {
        return all.size() - notActive().size() - off().size();
    }

    private List<String> notActive() {
        Set<Long> off = off();
        return all.stream()
                .filter(bundle -> bundle.getState() != Bundle.ACTIVE
                        && !off.contains(bundle.getBundleId())
                        && bundle.getHeaders("").get(Constants.FRAGMENT_HOST) == null)
                .map(bundle -> bundle.getSymbolicName() + " " + bundle.getVersion())
                .toList();
    }

    /** The shipped bundles that are disabled. */
    private Set<Long> off() {
        return views.stream()
                .filter(view -> view.disabled() && view.source().equals("feature"))
                .map(BundleView::id)
                .collect(Collectors.toSet());
    }

    private Map<String, @Nullable Object> sources() {
        var sources = Data.mapBuilder();
        for (String source : List.of("feature", "command", "folder")) {
            sources.put(source, count(view -> view.source().equals(source)));
        }
        return sources.build();
    }

    private long count(Predicate<BundleView> which) {
        return views.stream().filter(which).count();
    }

    private List<String> disabled() {
        return views.stream()
                .filter(BundleView::disabled)
                .map(BundleView::bundle)
                .distinct()
                .toList();
    }

    private List<String> replaces() {
        return views.stream()
                .flatMap(view ->
                        view.replaces().stream().map(taken -> view.bundle() + " " + view.version() + " has " + taken))
                .toList();
    }
}
