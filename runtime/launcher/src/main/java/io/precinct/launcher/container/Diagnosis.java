package io.precinct.launcher.container;

import io.precinct.common.component.ComponentDescription;
import io.precinct.common.component.ComponentDescription.Reference;
import io.precinct.common.manifest.HeaderClauses;
import io.precinct.common.osgi.UnmetRequirements;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;

/**
 * Finds out why a container is not ready. It reads the component descriptions of the bundles itself and queries the
 * service registry, so that it works even if the component runtime itself does not run.
 */
final class Diagnosis {
    private final BundleContext context;

    Diagnosis(BundleContext context) {
        this.context = context;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            boolean fragment = bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null;
            if (bundle.getState() != Bundle.ACTIVE && !fragment) {
                lines.add("bundle " + name(bundle) + " is " + state(bundle) + reason(bundle));
            } else {
                unsatisfied(bundle, lines);
            }
        }
        return lines;
    }

    private String reason(Bundle bundle) {
        List<String> unmet =
                bundle.getState() == Bundle.INSTALLED ? new UnmetRequirements(context).of(bundle) : List.of();
        return unmet.isEmpty() ? "" : ": " + String.join("; ", unmet);
    }

    private void unsatisfied(Bundle bundle, List<String> lines) {
        for (String path : HeaderClauses.paths(bundle.getHeaders("").get("Service-Component"))) {
            URL url = bundle.getEntry(path);
            if (url == null) {
                continue;
            }
            try (InputStream xml = url.openStream()) {
                for (ComponentDescription component : ComponentDescription.read(xml)) {
                    unsatisfied(component, bundle, lines);
                }
            } catch (IOException | XMLStreamException e) {
                lines.add("component " + path + " of " + name(bundle) + " cannot be read: " + e.getMessage());
            }
        }
    }

    private void unsatisfied(ComponentDescription component, Bundle bundle, List<String> lines) {
        List<String> missing = new ArrayList<>();
        if (component.needsConfiguration()) {
            missing.add("its configuration " + component.name());
        }
        component.references().stream()
                .filter(reference -> reference.mandatory() && !present(reference))
                .forEach(reference -> missing.add(label(reference)));
        if (!missing.isEmpty()) {
            lines.add("component " + component.name() + " of " + name(bundle) + " waits for "
                    + String.join(" and ", missing));
        }
    }

    private static String label(Reference reference) {
        return "service " + reference.service() + (reference.target() == null ? "" : " with " + reference.target());
    }

    private boolean present(Reference reference) {
        try {
            return context.getAllServiceReferences(reference.service(), reference.target()) != null;
        } catch (InvalidSyntaxException e) {
            return false;
        }
    }

    private static String name(Bundle bundle) {
        return bundle.getSymbolicName() + " " + bundle.getVersion();
    }

    private static String state(Bundle bundle) {
        return switch (bundle.getState()) {
            case Bundle.INSTALLED -> "installed, but not resolved";
            case Bundle.RESOLVED -> "resolved, but not started";
            case Bundle.STARTING -> "still starting";
            case Bundle.STOPPING -> "still stopping";
            default -> "in state " + bundle.getState();
        };
    }
}
