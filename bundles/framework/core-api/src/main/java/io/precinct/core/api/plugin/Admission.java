package io.precinct.core.api.plugin;

import io.precinct.api.service.HealthCheck;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Lets staged bundles into the registry and old ones out. A bundle whose location begins with {@value #STAGED} takes no
 * part in any chain until it is admitted; every other bundle is admitted as it registers. A service, implemented by the
 * core's registry. Thread-safe.
 */
@ProviderType
public interface Admission {
    /** Prefix of the location of bundles that wait for admission. */
    String STAGED = "deploy:";

    /**
     * What a bundle has registered so far, whether admitted or not.
     *
     * @param names boundaries, formatters, tags and archetypes, each as {@code <kind> <name>}
     * @param healthChecks its own health checks
     * @param problems why its plug-ins cannot be admitted, names that belong to other bundles included; empty if they
     *     can
     * @param replaces the names of other bundles that it takes with permission
     */
    record Offer(Set<String> names, List<HealthCheck> healthChecks, List<String> problems, List<Replacement> replaces) {
        /** An offer that takes no other bundle's name. */
        public Offer(Set<String> names, List<HealthCheck> healthChecks, List<String> problems) {
            this(names, healthChecks, problems, List.of());
        }
    }

    /**
     * Asks the registered plug-ins of a staged bundle for their declarations; until then, the bundle offers nothing.
     * Runs code of the bundle, which may hang, on the calling thread only.
     *
     * @since 1.3
     */
    void open(long bundleId);

    /**
     * The names of {@link #offer}, without the judgement whether the bundle may have them, which costs a preview of
     * everything that is deployed.
     *
     * @since 1.3
     */
    default Set<String> names(long bundleId) {
        return offer(bundleId).names();
    }

    /** The offer of this bundle, if it may take no other bundle's name. */
    default Offer offer(long bundleId) {
        return offer(bundleId, Set.of());
    }

    /**
     * The offer of this bundle. A name belongs to the bundle that has it, and every generation of that bundle may have
     * it; another bundle may take it if the name is among {@code replacing} and is not one of the tail, of inspection
     * or of administration.
     *
     * @param replacing names that it may take from other bundles, each as {@code <kind> <name>} or the name alone
     * @since 1.2
     */
    Offer offer(long bundleId, Set<String> replacing);

    /**
     * The objections of domains to the extensions of this bundle, see {@link ExtensionHost}; empty if there are none.
     * Separate from {@link #offer} because a domain may have to try an extension to know.
     */
    List<String> objections(long bundleId);

    /** Admits a staged bundle that takes no other bundle's name. */
    default CompletionStage<Void> admit(long bundleId) {
        return admit(bundleId, Set.of());
    }

    /**
     * Admits a staged bundle: its plug-ins replace any of the same kind and name.
     *
     * @param replacing the names it may take from other bundles, see {@link #offer(long, Set)}; it keeps them even if
     *     their owner is admitted again later
     * @return completes once every new request sees them and its archetypes are booted into the slots that want them;
     *     exceptionally, with a message for people, if one of them did not boot. The caller retires the bundle then.
     */
    CompletionStage<Void> admit(long bundleId, Set<String> replacing);

    /**
     * Removes the plug-ins of a bundle; others of the same names that are still there take their place.
     *
     * @return completes once no request in flight uses them, without a deadline of its own
     */
    CompletionStage<Void> retire(long bundleId);

    /**
     * Gives up the requests that still use a bundle which {@link #retire} has removed: they are answered 503 and their
     * threads interrupted. Threads that ignore this continue; {@code Inspection#overstays} names them.
     */
    void interrupt(long bundleId);
}
