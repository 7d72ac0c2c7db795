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
    /** Prefix of the location of bundles that wait for their admission. */
    String STAGED = "deploy:";

    /**
     * What a bundle has registered so far, whether admitted or not.
     *
     * @param names boundaries, formatters, tags and archetypes, each as {@code <kind> <name>}
     * @param healthChecks its own health checks
     * @param problems why its plug-ins cannot be admitted, names that belong to other bundles included; empty if they
     *     can
     * @param replaces the names of other bundles that it takes, as it may
     */
    record Offer(Set<String> names, List<HealthCheck> healthChecks, List<String> problems, List<Replacement> replaces) {
        /** An offer that takes no other bundle's name. */
        public Offer(Set<String> names, List<HealthCheck> healthChecks, List<String> problems) {
            this(names, healthChecks, problems, List.of());
        }
    }

    /**
     * Asks what a staged bundle has registered what it is; until then the bundle offers nothing. Runs code of the bundle,
     * which may hang, on the calling thread and on no other.
     *
     * @since 1.3
     */
    void open(long bundleId);

    /** What this bundle offers, if it may take no other bundle's name. */
    default Offer offer(long bundleId) {
        return offer(bundleId, Set.of());
    }

    /**
     * What this bundle offers. A name belongs to the bundle that has it, and every generation of that bundle may have it;
     * another bundle may take it if the name is among {@code replacing} and is not one of the tail, of inspection or of
     * administration.
     *
     * @param replacing names that it may take from other bundles, each as {@code <kind> <name>} or the name alone
     * @since 1.2
     */
    Offer offer(long bundleId, Set<String> replacing);

    /**
     * What the domains say against the extensions of this bundle, see {@link ExtensionHost}; empty if nothing. Apart
     * from {@link #offer} because a domain may have to try an extension to know.
     */
    List<String> objections(long bundleId);

    /** Admits a staged bundle that takes no other bundle's name. */
    default CompletionStage<Void> admit(long bundleId) {
        return admit(bundleId, Set.of());
    }

    /**
     * Admits a staged bundle: its plug-ins take the place of any of the same kind and name.
     *
     * @param replacing the names it may take from other bundles, see {@link #offer(long, Set)}; those it keeps, whatever of
     *     the bundle they belong to is admitted later
     * @return completes once every new request sees them and its archetypes are booted into the slots that want them;
     *     exceptionally, with a message for people, if one of them did not boot. The caller retires the bundle then.
     */
    CompletionStage<Void> admit(long bundleId, Set<String> replacing);

    /**
     * Takes the plug-ins of a bundle out; if others of the same names are still there, they take their place.
     *
     * @return completes once no request in flight uses them, without a deadline of its own
     */
    CompletionStage<Void> retire(long bundleId);

    /**
     * Gives up the requests that still use a bundle which {@link #retire} has taken out: they are answered 503 and their
     * threads interrupted. Threads that do not heed that go on; {@code Inspection#overstays} names them.
     */
    void interrupt(long bundleId);
}
