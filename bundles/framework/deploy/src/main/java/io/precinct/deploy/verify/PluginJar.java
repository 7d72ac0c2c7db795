package io.precinct.deploy.verify;

import io.precinct.core.api.config.DeploySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.ZipFile;

/**
 * A verified jar, which may be installed.
 *
 * @param path path of the jar
 * @param sha256 SHA-256 of its content, lower-case hex
 * @param bundle symbolic name of the bundle
 * @param version version of the bundle
 */
public record PluginJar(Path path, String sha256, String bundle, String version) {
    /** A jar may unpack to this many times {@code deploy.max_jar_bytes}. */
    private static final long UNPACKED = 10;

    /** The identity that a jar claims, or {@link BundleIdentity#UNKNOWN} if it cannot be read. */
    public static BundleIdentity identify(Path path) {
        try (var zip = new ZipFile(path.toFile())) {
            return PluginManifest.of(zip, path.toString()).identity();
        } catch (IOException | DeploymentRefused | IllegalArgumentException _) {
            return BundleIdentity.UNKNOWN;
        }
    }

    /**
     * The reasons why the jar is not trusted under these settings; empty if it is trusted.
     *
     * @throws IOException if it cannot be read
     */
    public List<String> distrust(DeploySettings settings) throws IOException {
        return TrustPolicy.of(settings).faults(path, sha256);
    }

    /** Whether its manifest declares a capability of this namespace; false if it cannot be read. */
    public boolean declares(String namespace) {
        return manifest(manifest -> manifest.declares(namespace));
    }

    /** Whether its manifest imports a package; false if it cannot be read. */
    public boolean imports(String packageName) {
        return manifest(manifest -> manifest.importedPackages().contains(packageName));
    }

    private boolean manifest(Predicate<PluginManifest> what) {
        try (var zip = new ZipFile(path.toFile())) {
            return what.test(PluginManifest.of(zip, path.toString()));
        } catch (IOException | DeploymentRefused | IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * Verifies a jar: its bounds and integrity first; then all faults of manifest, content and trust are collected.
     *
     * @param sha256 SHA-256 of its content, lower-case hex
     * @param name name of the file it came in, for messages
     * @throws DeploymentRefused if it may not be installed
     * @throws IOException if it cannot be read
     */
    public static PluginJar verify(Path path, String sha256, String name, DeploySettings settings)
            throws DeploymentRefused, IOException {
        long maxUnpacked = settings.maxJarBytes() * UNPACKED;
        ZipAudit.check(path, name, Set.of(), maxUnpacked);
        try (var zip = new ZipFile(path.toFile())) {
            PluginManifest manifest = PluginManifest.of(zip, name);
            List<String> faults = manifest.faults(entry -> zip.getEntry(entry) != null);
            faults.addAll(ComponentDescriptions.faults(
                    zip, manifest.components(), manifest.holdsItsClasses(), manifest.importedPackages()));
            faults.addAll(ClassFiles.faults(zip, name));
            faults.addAll(TrustPolicy.of(settings).faults(path, sha256));
            if (!faults.isEmpty()) {
                throw DeploymentRefused.content(faults);
            }
            if (!manifest.nestedJars().isEmpty()) {
                ZipAudit.check(path, name, manifest.nestedJars(), maxUnpacked);
            }
            return new PluginJar(
                    path, sha256, manifest.symbolicName(), manifest.version().toString());
        }
    }
}
