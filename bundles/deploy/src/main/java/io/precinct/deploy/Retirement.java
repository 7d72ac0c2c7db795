package io.precinct.deploy;

import io.precinct.core.api.plugin.Admission;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes generations out of service: no new request sees them, those in flight are waited for, and then the bundle is
 * stopped and uninstalled. Thread-safe.
 */
final class Retirement {
    private static final Logger LOG = LoggerFactory.getLogger(Retirement.class);

    private final Admission admission;
    private final LoaderWatch loaders;
    private final Set<Long> leaving = ConcurrentHashMap.newKeySet();
    private volatile boolean abandoned;

    Retirement(Admission admission, LoaderWatch loaders) {
        this.admission = admission;
        this.loaders = loaders;
    }

    /** Uninstalls nothing any more: the container is stopping, and takes care of its bundles itself. */
    void abandon() {
        abandoned = true;
    }

    /** True from {@link #begin} on. */
    boolean leaving(Bundle bundle) {
        return leaving.contains(bundle.getBundleId());
    }

    /**
     * Takes a bundle out of every new request before it returns; the rest follows in the background.
     *
     * @param drain how long requests in flight are waited for; then the bundle goes all the same
     */
    void begin(Bundle bundle, Duration drain) {
        if (leaving.add(bundle.getBundleId())) {
            CompletionStage<Void> unused = admission.retire(bundle.getBundleId());
            Background.start("retire " + bundle.getSymbolicName(), () -> finish(bundle, unused, drain));
        }
    }

    private void finish(Bundle bundle, CompletionStage<Void> unused, Duration drain) {
        awaitRequests(bundle, unused, drain);
        if (abandoned) {
            return;
        }
        try {
            loaders.watch(bundle);
            bundle.stop();
            bundle.uninstall();
            LOG.debug("{} {} is uninstalled", bundle.getSymbolicName(), bundle.getVersion());
        } catch (BundleException | IllegalStateException e) {
            LOG.warn("{} could not be uninstalled", bundle.getSymbolicName(), e);
        } finally {
            leaving.remove(bundle.getBundleId());
        }
    }

    private void awaitRequests(Bundle bundle, CompletionStage<Void> unused, Duration drain) {
        try {
            unused.toCompletableFuture().get(drain.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            LOG.warn(
                    "{} {} still serves requests {} s after it was replaced; it is stopped under them (deploy.drain_seconds)",
                    bundle.getSymbolicName(),
                    bundle.getVersion(),
                    drain.toSeconds());
        } catch (ExecutionException e) {
            LOG.warn(
                    "waiting for the requests of {} failed; it is stopped now", bundle.getSymbolicName(), e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
