package io.precinct.deploy.drain;

import io.precinct.core.api.thread.AbandonableThread;
import io.precinct.deploy.running.ComponentInspection;
import io.precinct.deploy.running.Deadline;
import io.precinct.deploy.running.DeploymentThreads;
import io.precinct.deploy.verify.DeploymentRefused;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts bundles of the distribution that were taken out of service. The wait for a bundle that hangs is no longer
 * than in a deployment, because all other deployments wait meanwhile.
 */
public final class BundleRestart {
    private static final Logger LOG = LoggerFactory.getLogger(BundleRestart.class);

    private final ComponentInspection components;
    private final Retirement retirement;

    public BundleRestart(ComponentInspection components, Retirement retirement) {
        this.components = components;
        this.retirement = retirement;
    }

    /**
     * Starts a bundle, which serves once it registers its services.
     *
     * @param patience how long each step may take
     * @throws DeploymentRefused if the bundle is still stopping, does not start, or has components that are not
     *     satisfied; the bundle is then stopped again
     */
    public void restart(Bundle bundle, Duration patience) throws DeploymentRefused, InterruptedException {
        String name = bundle.getSymbolicName();
        if (!retirement.await(bundle, Deadline.in(patience))) {
            throw DeploymentRefused.circumstances(
                    name + " is still ending: requests are on it, or its code does not stop; try again later");
        }
        var deadline = Deadline.in(patience);
        start(bundle, deadline);
        List<String> faults = components.faults(bundle);
        while (!faults.isEmpty() && !deadline.passed()) {
            deadline.pause();
            faults = components.faults(bundle);
        }
        if (!faults.isEmpty()) {
            stop(bundle, deadline.anew());
            throw DeploymentRefused.circumstances(faults);
        }
    }

    private static void start(Bundle bundle, Deadline deadline) throws DeploymentRefused, InterruptedException {
        String name = bundle.getSymbolicName();
        try {
            deadline.call("start " + name, () -> {
                bundle.start(Bundle.START_TRANSIENT | Bundle.START_ACTIVATION_POLICY);
                return bundle;
            });
        } catch (InterruptedException e) {
            throw e;
        } catch (TimeoutException _) {
            stop(bundle, Deadline.in(Duration.ZERO)); // in the background, once its start has ended
            throw DeploymentRefused.circumstances(
                    name + " did not start" + deadline.within() + ": its activator or a component of it hangs");
        } catch (Exception | Error e) {
            throw DeploymentRefused.circumstances(name + " does not start: " + e.getMessage());
        }
    }

    /** Stops a bundle; if its code hangs, the stop continues in the background. */
    private static void stop(Bundle bundle, Deadline deadline) throws InterruptedException {
        AbandonableThread stopping = DeploymentThreads.start("stop " + bundle.getSymbolicName(), () -> {
            try {
                bundle.stop(Bundle.STOP_TRANSIENT);
            } catch (BundleException | IllegalStateException e) {
                LOG.warn("{} could not be stopped", bundle.getSymbolicName(), e);
            }
        });
        if (!stopping.join(Duration.ofNanos(deadline.remainingNanos()))) {
            stopping.abandon();
        }
    }
}
