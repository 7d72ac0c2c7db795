package io.precinct.launcher.container;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.ExecutionEnvironmentNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.resource.Namespace;

/** Says in words why a bundle does not resolve: which of its requirements nothing in the container meets. */
final class Unresolved {
    private final List<BundleRevision> revisions;

    Unresolved(Bundle[] bundles) {
        revisions = Arrays.stream(bundles)
                .map(bundle -> bundle.adapt(BundleRevision.class))
                .filter(Objects::nonNull)
                .toList();
    }

    /** To be read after the bundle's name: {@code needs package org.example, which no bundle exports}. */
    String reason(Bundle bundle, BundleException thrown) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null) {
            return "is uninstalled";
        }
        List<BundleRequirement> mandatory = revision.getDeclaredRequirements(null).stream()
                .filter(Unresolved::mandatory)
                .toList();
        List<BundleRequirement> unmet = mandatory.stream()
                .filter(requirement -> providers(requirement).isEmpty())
                .toList();
        if (!unmet.isEmpty()) {
            return unmet.stream()
                    .map(requirement -> "needs " + words(requirement) + ", which nothing installed provides")
                    .collect(Collectors.joining("; "));
        }
        String waiting = mandatory.stream()
                .filter(requirement -> providers(requirement).stream().noneMatch(Unresolved::resolved))
                .map(requirement -> "needs " + words(requirement) + " of "
                        + providers(requirement).getFirst().getSymbolicName() + ", which does not resolve itself")
                .collect(Collectors.joining("; "));
        return waiting.isEmpty() ? "does not resolve: " + thrown.getMessage() : waiting;
    }

    private List<BundleRevision> providers(BundleRequirement requirement) {
        return revisions.stream()
                .filter(revision -> revision.getDeclaredCapabilities(requirement.getNamespace()).stream()
                        .anyMatch(capability -> matches(requirement, capability)))
                .toList();
    }

    private static boolean matches(BundleRequirement requirement, BundleCapability capability) {
        return requirement.matches(capability);
    }

    private static boolean resolved(BundleRevision revision) {
        return revision.getWiring() != null;
    }

    private static boolean mandatory(BundleRequirement requirement) {
        String effective = requirement.getDirectives().get(Namespace.REQUIREMENT_EFFECTIVE_DIRECTIVE);
        String resolution = requirement.getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE);
        return (effective == null || effective.equals(Namespace.EFFECTIVE_RESOLVE))
                && !Namespace.RESOLUTION_OPTIONAL.equals(resolution)
                && !"dynamic".equals(resolution);
    }

    private static String words(BundleRequirement requirement) {
        String filter = requirement.getDirectives().getOrDefault(Namespace.REQUIREMENT_FILTER_DIRECTIVE, "");
        String kind = switch (requirement.getNamespace()) {
            case PackageNamespace.PACKAGE_NAMESPACE -> "package";
            case BundleNamespace.BUNDLE_NAMESPACE -> "bundle";
            case HostNamespace.HOST_NAMESPACE -> "host bundle";
            case ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE -> "Java platform";
            default -> requirement.getNamespace();
        };
        return kind + " " + FilterWords.of(requirement.getNamespace(), filter);
    }
}
