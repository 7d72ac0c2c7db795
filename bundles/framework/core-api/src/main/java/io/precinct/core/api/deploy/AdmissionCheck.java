package io.precinct.core.api.deploy;

import io.precinct.api.service.HealthCheck;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Checks, on behalf of what other bundles use, whether a bundle that was started can work: the database has a say in
 * bundles that open a schema. A service. It is asked before a bundle is admitted, and when it is brought back at a start.
 * Thread-safe.
 *
 * @since 1.5
 */
@ConsumerType
public interface AdmissionCheck {
    /** What it checks, as the subject of a sentence: {@code database}. */
    String subject();

    /**
     * The package that a bundle imports in order to use what is checked. A check of the configuration starts the deployed
     * bundles that import it, so that they tell what they need.
     */
    String usedThrough();

    /**
     * Announces that a bundle, which has not started yet, is only tried: nothing of what it does may last.
     *
     * @param bundleId its id
     */
    void trial(long bundleId);

    /**
     * Whether a bundle can work.
     *
     * @param bundleId id of a bundle whose components are active
     * @return down, with the reason, if it never will, so that it is refused; waiting if that is not known yet; degraded
     *     if it is only tried and cannot work for that reason alone, so that its own health checks tell nothing. Must
     *     return at once
     */
    HealthCheck.Verdict check(long bundleId);
}
