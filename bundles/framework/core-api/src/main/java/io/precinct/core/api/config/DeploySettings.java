package io.precinct.core.api.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The settings of {@code service.yml} for hot deployment.
 *
 * @param boundaryPath watched folder of bundles ({@code boundary_path}, default {@code <data>/boundaries})
 * @param trustHashes {@code deploy.trust.sha256}: lower-case hashes of the only jars that may be deployed; empty: any
 * @param trustSigners {@code deploy.trust.signers}: PEM files of the only certificates that may sign; empty: any
 * @param activation how long components may take to activate ({@code deploy.activation_seconds}, default 10)
 * @param drain how long to wait for requests in flight on the old generation ({@code deploy.drain_seconds}, 30)
 * @param keep how many earlier generations of a bundle are kept for rollback ({@code deploy.keep}, default 5)
 * @param maxJarBytes largest jar, and a tenth of the most it may unpack to ({@code deploy.max_jar_bytes}, 64 MiB)
 * @param replaces names of other bundles that any deployed bundle may take ({@code deploy.replaces}, default none)
 */
public record DeploySettings(
        Path boundaryPath,
        List<String> trustHashes,
        List<Path> trustSigners,
        Duration activation,
        Duration drain,
        int keep,
        long maxJarBytes,
        List<String> replaces) {
    public DeploySettings {
        trustHashes = List.copyOf(trustHashes);
        trustSigners = List.copyOf(trustSigners);
        replaces = List.copyOf(replaces);
    }

    /** Settings under which no name of another bundle is taken. */
    public DeploySettings(
            Path boundaryPath,
            List<String> trustHashes,
            List<Path> trustSigners,
            Duration activation,
            Duration drain,
            int keep,
            long maxJarBytes) {
        this(boundaryPath, trustHashes, trustSigners, activation, drain, keep, maxJarBytes, List.of());
    }

    /** The defaults, watching this folder. */
    public static DeploySettings watching(Path boundaryPath) {
        return new DeploySettings(
                boundaryPath, List.of(), List.of(), Duration.ofSeconds(10), Duration.ofSeconds(30), 5, 64L << 20);
    }
}
