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
     * @param problems why its plug-ins cannot be admitted; empty where they can
     */
    record Offer(Set<String> names, List<HealthCheck> healthChecks, List<String> problems) {}

    /** What this bundle offers. */
    Offer offer(long bundleId);

    /**
     * What the domains say against the extensions of this bundle, see {@link ExtensionHost}; empty where nothing. Apart
     * from {@link #offer} because a domain may have to try an extension to know.
     */
    List<String> objections(long bundleId);

    /**
     * Admits a staged bundle: its plug-ins take the place of any of the same kind and name.
     *
     * @return completes once every new request sees them and its archetypes are booted into the slots that want them;
     *     exceptionally, with a message for people, where one of them did not boot. The caller retires the bundle then.
     */
    CompletionStage<Void> admit(long bundleId);

    /**
     * Takes the plug-ins of a bundle out; where others of the same names are still there, they take their place.
     *
     * @return completes once no request in flight uses them, without a deadline of its own
     */
    CompletionStage<Void> retire(long bundleId);
}
