package io.precinct.deploy;

import io.precinct.core.api.config.DeploySettings;
import io.precinct.deploy.DeploymentRefused.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A jar that was verified whole: it may be installed.
 *
 * @param path where it lies
 * @param sha256 of its content, lower-case hex
 * @param bundle symbolic name
 * @param version of the bundle
 */
record PluginJar(Path path, String sha256, String bundle, String version) {
    /** Unpacked, a jar may be this many times the largest jar. */
    private static final long UNPACKED = 10;

    /** Who a jar says it is, for the records of a refusal; either may be null. */
    record Identity(@Nullable String bundle, @Nullable String version) {
        static final Identity UNKNOWN = new Identity(null, null);
    }

    /** Who a jar says it is, as far as that can be told. */
    static Identity identify(Path path) {
        try (var zip = new ZipFile(path.toFile())) {
            return PluginManifest.of(zip, path.toString()).identity();
        } catch (IOException | DeploymentRefused | IllegalArgumentException _) {
            return Identity.UNKNOWN;
        }
    }

    /** Whether its manifest declares a capability of this namespace; false where it cannot be read. */
    boolean declares(String namespace) {
        try (var zip = new ZipFile(path.toFile())) {
            return PluginManifest.of(zip, path.toString()).declares(namespace);
        } catch (IOException | DeploymentRefused | IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * Verifies a jar: bounds and integrity first, then every rule for its manifest and its trust together.
     *
     * @throws DeploymentRefused where it may not be installed
     * @throws IOException where it cannot be read
     */
    static PluginJar verify(StagedFile staged, DeploySettings settings) throws DeploymentRefused, IOException {
        Path path = staged.path();
        String name = staged.name();
        long maxUnpacked = settings.maxJarBytes() * UNPACKED;
        ZipAudit.check(path, name, Set.of(), maxUnpacked);
        try (var zip = new ZipFile(path.toFile())) {
            PluginManifest manifest = PluginManifest.of(zip, name);
            List<String> faults = manifest.faults(entry -> zip.getEntry(entry) != null);
            faults.addAll(ComponentDescriptions.faults(
                    zip, manifest.components(), manifest.holdsItsClasses(), manifest.importedPackages()));
            faults.addAll(ClassFiles.faults(zip));
            faults.addAll(TrustPolicy.of(settings).faults(path, staged.sha256()));
            if (!faults.isEmpty()) {
                throw new DeploymentRefused(Fault.CONTENT, faults);
            }
            if (!manifest.nestedJars().isEmpty()) {
                ZipAudit.check(path, name, manifest.nestedJars(), maxUnpacked);
            }
            return new PluginJar(
                    path,
                    staged.sha256(),
                    manifest.symbolicName(),
                    manifest.version().toString());
        }
    }
}
