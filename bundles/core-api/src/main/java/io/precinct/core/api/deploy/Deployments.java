package io.precinct.core.api.deploy;

import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hot deployment. A service, implemented by the deployer. Thread-safe; deployments happen one after the other. */
public interface Deployments {
    /**
     * Deploys a bundle and waits for the outcome: it serves, or nothing changed.
     *
     * @param jar the bundle; read to its end
     * @param name file name, for people
     * @param dryRun true: everything is tried except taking requests, then it is taken back
     */
    Outcome deploy(InputStream jar, String name, boolean dryRun);

    /** Goes back to the generation of a bundle that served before the present one. */
    Outcome rollback(String bundle);

    /** Every bundle of the container, in order of installation. */
    List<BundleView> bundles();

    /** The outcomes kept, the newest first. */
    List<Outcome> outcomes();

    /**
     * How a deployment ended.
     *
     * @param result what happened
     * @param bundle symbolic name, or null where the file is no bundle
     * @param version of the bundle, or null
     * @param sha256 of the file, lower-case hex
     * @param file name of the file
     * @param replaced the generation it replaced as {@code <version> <sha256>}, or null
     * @param reasons why it was refused; empty otherwise
     * @param at when
     * @param millis from the file being complete to the new generation serving
     */
    record Outcome(
            Result result,
            @Nullable String bundle,
            @Nullable String version,
            String sha256,
            String file,
            @Nullable String replaced,
            List<String> reasons,
            Instant at,
            long millis) {
        public Outcome {
            reasons = List.copyOf(reasons);
        }
    }

    /** What a deployment came to. */
    enum Result {
        /** The new generation serves. */
        DEPLOYED,
        /** The same file serves already. */
        UNCHANGED,
        /** A dry run found nothing against it. */
        WOULD_DEPLOY,
        /** Refused; nothing changed. */
        REFUSED,
        /** An earlier generation serves again. */
        ROLLED_BACK,
        /** The bundle was taken out of service. */
        REMOVED;

        /** The name as it is served. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * A bundle.
     *
     * @param id of the container
     * @param bundle symbolic name
     * @param version its version
     * @param state {@code active}, {@code starting}, {@code resolved}, …
     * @param origin {@code feature} or {@code deployed}
     * @param sha256 of its jar, or null where it is not known
     * @param plugins what it has registered, each as {@code <kind> <name>}
     * @param generations earlier and present generations of a deployed bundle, the newest first
     */
    record BundleView(
            long id,
            String bundle,
            String version,
            String state,
            String origin,
            @Nullable String sha256,
            List<String> plugins,
            List<Outcome> generations) {}
}
