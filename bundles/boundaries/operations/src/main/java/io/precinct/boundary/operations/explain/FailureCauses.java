package io.precinct.boundary.operations.explain;

import io.precinct.common.spelling.Suggestions;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.deploy.Diagnosis.ComponentView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds why bundles and boundaries do not serve. Causes are parts of sentences in lower case, without a full stop. */
final class FailureCauses {
    private final ExplainContext context;

    FailureCauses(ExplainContext context) {
        this.context = context;
    }

    /** The causes why a bundle does not work; empty if it works. */
    List<String> of(BundleView bundle) {
        String label = "bundle " + bundle.bundle() + " " + bundle.version();
        return switch (bundle.state()) {
            case "installed" -> {
                List<String> unresolved = context.unresolved(bundle);
                yield unresolved.isEmpty()
                        ? List.of(label + " is installed and not started")
                        : List.of(label + " does not resolve: " + joined(unresolved));
            }
            case "active" -> ofActive(bundle, label);
            case "starting" -> List.of(label + " has not finished starting");
            default ->
                List.of(
                        bundle.disabled()
                                ? label + " is disabled; precinct enable " + bundle.bundle() + " lets it serve"
                                : label + " is " + bundle.state() + " and not started");
        };
    }

    private List<String> ofActive(BundleView bundle, String label) {
        List<String> causes = new ArrayList<>();
        for (ComponentView component : context.components(bundle)) {
            component.faults().forEach(fault -> causes.add("in " + label + " " + fault));
        }
        String prefix = bundle.bundle() + ": ";
        for (String problem : context.plugins().problems()) {
            if (problem.startsWith(prefix)) {
                causes.add(label + " registered something unusable, " + problem.substring(prefix.length()));
            }
        }
        return causes;
    }

    /** Why a boundary is not deployed. */
    List<String> ofMissing(String boundary) {
        List<BundleView> bringing = context.bringing(boundary);
        if (bringing.isEmpty()) {
            return List.of(nobodyBrings(boundary));
        }
        List<String> causes = new ArrayList<>();
        for (BundleView bundle : bringing) {
            List<String> its = of(bundle);
            causes.addAll(its.isEmpty() ? List.of(idle(bundle)) : its);
        }
        return causes;
    }

    private String idle(BundleView bundle) {
        String label = "bundle " + bundle.bundle() + " " + bundle.version();
        return bundle.origin().equals("deployed")
                ? label + " is on trial, or on its way out, and takes no requests"
                : label + " is active, but does not register it";
    }

    private String nobodyBrings(String boundary) {
        Optional<String> nearest =
                Suggestions.nearest(boundary, context.plugins().boundaries().keySet());
        return "no bundle of the container brings it"
                + lastRemoval(boundary)
                        .map(removal -> ", and " + describe(removal))
                        .orElse("")
                + nearest.map(name -> " (did you mean " + name + "?)").orElse("");
    }

    /** The newest outcome that removed a boundary or refused it, judged by the name of its bundle. */
    private Optional<Outcome> lastRemoval(String boundary) {
        String bare = boundary.contains(".") ? boundary.substring(0, boundary.indexOf('.')) : boundary;
        return context.gone().stream()
                .filter(outcome -> isCalled(outcome.bundle(), bare))
                .findFirst();
    }

    /** Whether the last part of the name of a bundle is the name of a boundary. */
    private static boolean isCalled(@Nullable String bundle, String boundary) {
        return bundle != null
                && bundle.substring(bundle.lastIndexOf('.') + 1)
                        .replace('-', '_')
                        .equals(boundary.replace('-', '_'));
    }

    /** The outcome of a deployment, as a part of a sentence. */
    static String describe(Outcome outcome) {
        String what = outcome.bundle() == null
                ? outcome.file()
                : outcome.bundle() + (outcome.version() == null ? "" : " " + outcome.version());
        return happened(what, outcome) + by(outcome);
    }

    private static String happened(String what, Outcome outcome) {
        return switch (outcome.result()) {
            case REFUSED ->
                "the deployment of " + what + " was refused at " + outcome.at() + ": " + joined(outcome.reasons());
            case REMOVED -> what + " was taken out of service at " + outcome.at();
            case DISABLED ->
                what + " was disabled at " + outcome.at() + "; precinct enable " + outcome.bundle()
                        + " lets it serve again";
            case ENABLED -> what + " was enabled at " + outcome.at();
            case ROLLED_BACK -> what + " serves again since " + outcome.at();
            case DEPLOYED -> what + " was deployed at " + outcome.at();
            case UNCHANGED, WOULD_DEPLOY -> what + " was tried at " + outcome.at();
        };
    }

    /** Who requested a deployment, if that was a user of the gateway. */
    private static String by(Outcome outcome) {
        return outcome.by() == null || outcome.by().address() == null ? "" : ", by " + outcome.by();
    }

    /** The newest deployment of a bundle if it was refused, so that an older generation serves. */
    Optional<String> newerRefused(String bundle) {
        return context.outcomes(bundle).stream()
                .findFirst()
                .filter(outcome -> outcome.result() == Result.REFUSED)
                .map(FailureCauses::describe);
    }

    static String joined(List<String> parts) {
        return String.join("; ", parts);
    }
}
