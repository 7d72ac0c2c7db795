package io.precinct.deploy;

import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.Replacement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A verified jar, which may be installed.
 *
 * @param path of the jar
 * @param sha256 of its content, lower-case hex
 * @param bundle symbolic name
 * @param version of the bundle
 */
record PluginJar(Path path, String sha256, String bundle, String version) {
    /** A jar may unpack to this many times {@code deploy.max_jar_bytes}. */
    private static final long UNPACKED = 10;

    /** Symbolic name and version that a jar claims, for the outcome of a refusal; either may be null. */
    record Identity(@Nullable String bundle, @Nullable String version) {
        static final Identity UNKNOWN = new Identity(null, null);
    }

    /** The identity that a jar claims, or {@link Identity#UNKNOWN} if it cannot be read. */
    static Identity identify(Path path) {
        try (var zip = new ZipFile(path.toFile())) {
            return PluginManifest.of(zip, path.toString()).identity();
        } catch (IOException | DeploymentRefused | IllegalArgumentException _) {
            return Identity.UNKNOWN;
        }
    }

    /**
     * The outcome of deploying it.
     *
     * @param file name of the file, for messages
     * @param replaced the generation it replaces, or null
     * @param since when the file was complete, in nanoseconds of {@link System#nanoTime()}
     * @param replaces the names that it takes from other bundles
     */
    Outcome outcome(Result result, String file, @Nullable String replaced, long since, List<Replacement> replaces) {
        return new Outcome(
                result,
                bundle,
                version,
                sha256,
                file,
                replaced,
                List.of(),
                Instant.now(),
                Generations.millis(since),
                replaces,
                List.of());
    }

    /** Whether its manifest declares a capability of this namespace; false if it cannot be read. */
    boolean declares(String namespace) {
        try (var zip = new ZipFile(path.toFile())) {
            return PluginManifest.of(zip, path.toString()).declares(namespace);
        } catch (IOException | DeploymentRefused | IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * Verifies a jar: its bounds and integrity first; then all faults of manifest, content and trust are collected.
     *
     * @throws DeploymentRefused if it may not be installed
     * @throws IOException if it cannot be read
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
                throw DeploymentRefused.content(faults);
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
