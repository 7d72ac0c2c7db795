package io.precinct.common.osgi;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.ExecutionEnvironmentNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.resource.Namespace;

/** Explains why bundles do not resolve: the requirements that nothing in the container meets. Thread-safe. */
public final class UnmetRequirements {
    private final BundleContext context;

    /** Explains the bundles of this container, in the state of the container at the time of each call. */
    public UnmetRequirements(BundleContext context) {
        this.context = context;
    }

    /**
     * The reasons why a bundle does not resolve, as sentences with the subject "it". These are the mandatory
     * requirements that nothing in the container meets or, if there are none, the requirements that are met only by
     * bundles that do not resolve themselves.
     */
    public List<String> of(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null) {
            return List.of();
        }
        Set<String> unmet = new LinkedHashSet<>();
        Set<String> waiting = new LinkedHashSet<>();
        for (BundleRequirement requirement : revision.getDeclaredRequirements(null)) {
            if (mandatory(requirement)) {
                List<BundleCapability> met = capabilities(requirement.getNamespace()).stream()
                        .filter(requirement::matches)
                        .toList();
                if (met.isEmpty()) {
                    unmet.add(describe(requirement));
                } else if (met.stream().noneMatch(one -> one.getRevision().getWiring() != null)) {
                    waiting.add("it needs the bundle "
                            + met.getFirst().getRevision().getSymbolicName() + ", which does not resolve itself ("
                            + name(requirement) + ")");
                }
            }
        }
        return new ArrayList<>(unmet.isEmpty() ? waiting : unmet);
    }

    private static boolean mandatory(BundleRequirement requirement) {
        String effective = requirement.getDirectives().get(Namespace.REQUIREMENT_EFFECTIVE_DIRECTIVE);
        String resolution = requirement.getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE);
        return (effective == null || effective.equals(Namespace.EFFECTIVE_RESOLVE))
                && !Namespace.RESOLUTION_OPTIONAL.equals(resolution)
                && !"dynamic".equals(resolution);
    }

    private List<BundleCapability> capabilities(String namespace) {
        List<BundleCapability> all = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            BundleRevision revision = bundle.adapt(BundleRevision.class);
            if (revision != null) {
                all.addAll(revision.getDeclaredCapabilities(namespace));
            }
        }
        return all;
    }

    private String describe(BundleRequirement requirement) {
        String filter = requirement.getDirectives().getOrDefault(Namespace.REQUIREMENT_FILTER_DIRECTIVE, "");
        return switch (requirement.getNamespace()) {
            case PackageNamespace.PACKAGE_NAMESPACE -> missingPackage(filter);
            case BundleNamespace.BUNDLE_NAMESPACE ->
                "it requires the bundle " + attribute(filter, BundleNamespace.BUNDLE_NAMESPACE) + range(filter)
                        + ", which is not installed (Require-Bundle)";
            case ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE ->
                "it was built for " + attribute(filter, ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE)
                        + " "
                        + versionOf(filter) + ", and this is Java "
                        + Runtime.version().feature()
                        + "; compile it with release " + Runtime.version().feature() + " or older";
            default ->
                "it requires a capability " + requirement.getNamespace() + " " + filter
                        + ", which no bundle provides (Require-Capability)";
        };
    }

    /** The name of the required capability, without its version. */
    private static String name(BundleRequirement requirement) {
        String filter = requirement.getDirectives().getOrDefault(Namespace.REQUIREMENT_FILTER_DIRECTIVE, "");
        return attribute(filter, requirement.getNamespace());
    }

    private String missingPackage(String filter) {
        String name = attribute(filter, PackageNamespace.PACKAGE_NAMESPACE);
        Set<String> elsewhere = new LinkedHashSet<>();
        for (BundleCapability capability : capabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
            if (name.equals(capability.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE))) {
                elsewhere.add(capability.getAttributes().get(PackageNamespace.CAPABILITY_VERSION_ATTRIBUTE) + " by "
                        + capability.getRevision().getSymbolicName());
            }
        }
        return "it imports the package " + name + range(filter)
                + (elsewhere.isEmpty()
                        ? ", which no bundle exports; embed it, or drop the dependency (Import-Package)"
                        : ", and it is exported in version " + String.join(", ", elsewhere) + " only (Import-Package)");
    }

    private static String range(String filter) {
        String from = part(filter, "(version>=", "(bundle-version>=");
        String before = part(filter, "(!(version>=", "(!(bundle-version>=");
        if (before != null && before.equals(from)) {
            from = null;
        }
        if (from == null && before == null) {
            return "";
        }
        return " in version " + (from == null ? "" : from + " or newer") + (from == null || before == null ? "" : ", ")
                + (before == null ? "" : "before " + before);
    }

    private static String versionOf(String filter) {
        String version = part(filter, "(version=", "(version>=");
        return version == null ? "" : version;
    }

    private static String attribute(String filter, String name) {
        String value = part(filter, "(" + name + "=", "(" + name.toLowerCase(Locale.ROOT) + "=");
        return value == null ? filter : value;
    }

    /**
     * The value after the first of these beginnings that the filter contains, up to the next parenthesis; else null.
     */
    private static @Nullable String part(String filter, String... beginnings) {
        for (String beginning : beginnings) {
            int at = filter.indexOf(beginning);
            if (at >= 0) {
                int start = at + beginning.length();
                return filter.substring(start, filter.indexOf(')', start));
            }
        }
        return null;
    }

    /** The message of a resolution exception, without the requirements that it repeats at the end. */
    public static String shorten(@Nullable String message) {
        String text = String.valueOf(message);
        int doubled = text.indexOf(" Unresolved requirements:");
        return doubled < 0 ? text : text.substring(0, doubled);
    }
}
