package io.precinct.deploy.verify;

import io.precinct.common.manifest.HeaderClauses;
import io.precinct.common.manifest.HeaderClauses.Clause;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

/**
 * The manifest of a plug-in, and the rules that let two generations of it run side by side and the older one be removed
 * without a trace: it exports nothing, is no fragment, and is no singleton.
 */
final class PluginManifest {
    private static final String PATH = "META-INF/MANIFEST.MF";
    private static final long MAX_BYTES = 1 << 20;
    private static final String SERVICE_COMPONENT = "Service-Component";

    private final Attributes headers;

    private PluginManifest(Attributes headers) {
        this.headers = headers;
    }

    /**
     * Reads the manifest.
     *
     * @throws DeploymentRefused if there is none, or it cannot be read
     */
    static PluginManifest of(ZipFile jar, String name) throws DeploymentRefused, IOException {
        ZipEntry entry = jar.getEntry(PATH);
        if (entry == null) {
            throw DeploymentRefused.content(
                    name + " is no OSGi bundle: it has no " + PATH + "; build it with the bnd-maven-plugin");
        }
        if (entry.getSize() > MAX_BYTES) {
            throw DeploymentRefused.content(
                    name + " is refused: its " + PATH + " is larger than " + MAX_BYTES + " bytes");
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return new PluginManifest(new Manifest(in).getMainAttributes());
        } catch (IOException | IllegalArgumentException e) {
            throw DeploymentRefused.content(
                    name + " is no OSGi bundle: its " + PATH + " cannot be read (" + e.getMessage() + ")");
        }
    }

    private @Nullable String header(String name) {
        return headers.getValue(name);
    }

    /** The symbolic name without its directives; only if {@link #faults} found nothing. */
    String symbolicName() {
        return HeaderClauses.paths(header(Constants.BUNDLE_SYMBOLICNAME)).getFirst();
    }

    /** The version; only if {@link #faults} found nothing. */
    Version version() {
        return Version.parseVersion(header(Constants.BUNDLE_VERSION));
    }

    /** Whether it declares a capability of this namespace. */
    boolean declares(String namespace) {
        return HeaderClauses.paths(header(Constants.PROVIDE_CAPABILITY)).contains(namespace);
    }

    /** Its symbolic name and version, or {@link BundleIdentity#UNKNOWN} if it has no name. */
    BundleIdentity identity() {
        List<String> name = HeaderClauses.paths(header(Constants.BUNDLE_SYMBOLICNAME));
        return name.isEmpty()
                ? BundleIdentity.UNKNOWN
                : new BundleIdentity(name.getFirst(), version().toString());
    }

    /** Paths of the component descriptions; may contain {@code *}. */
    List<String> components() {
        return HeaderClauses.paths(header(SERVICE_COMPONENT));
    }

    /** The imported packages. */
    List<String> importedPackages() {
        return HeaderClauses.paths(header(Constants.IMPORT_PACKAGE));
    }

    /** Whether every class that it does not import is an entry of the jar. */
    boolean holdsItsClasses() {
        List<String> path = HeaderClauses.paths(header(Constants.BUNDLE_CLASSPATH));
        return (path.isEmpty() || path.equals(List.of("."))) && header(Constants.REQUIRE_BUNDLE) == null;
    }

    /** The jars inside the jar that are on its class path. */
    Set<String> nestedJars() {
        Set<String> nested = new LinkedHashSet<>(HeaderClauses.paths(header(Constants.BUNDLE_CLASSPATH)));
        nested.removeIf(path -> !path.endsWith(".jar"));
        return nested;
    }

    /**
     * Every rule that it breaks, as sentences; empty if it breaks none.
     *
     * @param holds whether the jar has an entry of this name
     */
    List<String> faults(Predicate<String> holds) {
        List<String> faults = new ArrayList<>();
        identity(faults);
        sideBySide(faults);
        contents(faults, holds);
        return faults;
    }

    private void identity(List<String> faults) {
        List<Clause> name = HeaderClauses.parse(header(Constants.BUNDLE_SYMBOLICNAME));
        if (name.isEmpty()) {
            faults.add("it is no OSGi bundle: its manifest has no Bundle-SymbolicName; build it with the"
                    + " bnd-maven-plugin");
        } else if (!name.getFirst().path().matches("[A-Za-z0-9_.-]{1,200}")) {
            faults.add("its Bundle-SymbolicName \"" + name.getFirst().path()
                    + "\" is not made of letters, digits, dots, dashes and underscores");
        } else if ("true".equals(name.getFirst().parameters().get("singleton:"))) {
            faults.add("it is a singleton, of which the container holds one version at a time, so it could not start"
                    + " beside the generation that serves; drop singleton:=true from Bundle-SymbolicName");
        }
        String format = header(Constants.BUNDLE_MANIFESTVERSION);
        if (!name.isEmpty() && (format == null || !format.strip().equals("2"))) {
            faults.add("its manifest has "
                    + (format == null ? "no Bundle-ManifestVersion" : "Bundle-ManifestVersion " + format)
                    + ", and 2 is needed");
        }
        String version = header(Constants.BUNDLE_VERSION);
        if (!name.isEmpty() && (version == null || version.isBlank())) {
            faults.add("its manifest has no Bundle-Version, and generations are told apart by it; give it one, such as"
                    + " 1.0.0");
        }
        try {
            Version.parseVersion(version);
        } catch (IllegalArgumentException e) {
            faults.add("its Bundle-Version is not of the form 1.2.3.qualifier: " + e.getMessage());
        }
    }

    private void sideBySide(List<String> faults) {
        List<String> exported = HeaderClauses.paths(header(Constants.EXPORT_PACKAGE));
        if (!exported.isEmpty()) {
            faults.add("it exports " + String.join(", ", exported) + ", and a plug-in exports nothing: bundles wired to"
                    + " its packages would keep the old generation in memory; keep them private (Export-Package)");
        }
        if (header(Constants.FRAGMENT_HOST) != null) {
            faults.add("it is a fragment of " + header(Constants.FRAGMENT_HOST)
                    + ", and a fragment cannot be swapped without its host (Fragment-Host)");
        }
        String dynamic = header(Constants.DYNAMICIMPORT_PACKAGE);
        if (dynamic != null) {
            faults.add(
                    "it imports " + dynamic + " dynamically, so what it lacks would only show while it serves; name the"
                            + " packages in Import-Package, with resolution:=optional where they may be missing"
                            + " (DynamicImport-Package)");
        }
    }

    private void contents(List<String> faults, Predicate<String> holds) {
        for (String path : components()) {
            if (path.indexOf('*') < 0 && !holds.test(path)) {
                faults.add("its manifest names the component description " + path + ", which the jar does not hold");
            }
        }
        for (String path : nestedJars()) {
            if (!holds.test(path)) {
                faults.add("its Bundle-ClassPath names " + path + ", which the jar does not hold");
            }
        }
    }
}
