package io.precinct.deploy;

import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.thread.AbandonableThread;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes generations out of service: no new request sees them, those in flight are waited for, and then the bundle is
 * stopped, and uninstalled unless it is to come back. Thread-safe.
 */
final class Retirement {
    private static final Logger LOG = LoggerFactory.getLogger(Retirement.class);

    private static final Duration GRACE = Duration.ofSeconds(2);

    /** How long a bundle may take to stop before what it does is interrupted. */
    private static final Duration STOPS = Duration.ofSeconds(10);

    /** What becomes of a bundle that is out of service. */
    enum End {
        /** It leaves the container. */
        UNINSTALLED,
        /** It stays, to be started another time. */
        STOPPED
    }

    private final Admission admission;
    private final LoaderWatch loaders;
    private final Map<Long, CompletableFuture<Void>> leaving = new ConcurrentHashMap<>();
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
        return leaving.containsKey(bundle.getBundleId());
    }

    /** Waits until a bundle that is on its way out has gone; false where it had not by then. */
    boolean await(Bundle bundle, Deadline deadline) throws InterruptedException {
        CompletableFuture<Void> gone = leaving.get(bundle.getBundleId());
        if (gone != null) {
            try {
                gone.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException _) {
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException("it completes in no other way", e);
            }
        }
        return true;
    }

    /**
     * Takes a bundle out of every new request before it returns; the rest follows in the background.
     *
     * @param drain how long requests in flight are waited for; then the bundle goes all the same
     * @param end what becomes of it then
     */
    void begin(Bundle bundle, Duration drain, End end) {
        var gone = new CompletableFuture<Void>();
        if (leaving.putIfAbsent(bundle.getBundleId(), gone) == null) {
            try {
                CompletionStage<Void> unused = admission.retire(bundle.getBundleId());
                DeploymentThreads.start("retire " + bundle.getSymbolicName(), () -> {
                    try {
                        finish(bundle, unused, drain, end);
                    } finally {
                        ended(bundle, gone);
                    }
                });
            } catch (RuntimeException | Error e) {
                ended(bundle, gone); // nobody else would say so, and whoever waits for it would wait in vain
                throw e;
            }
        }
    }

    private void ended(Bundle bundle, CompletableFuture<Void> gone) {
        leaving.remove(bundle.getBundleId());
        gone.complete(null);
    }

    private void finish(Bundle bundle, CompletionStage<Void> unused, Duration drain, End end) {
        awaitRequests(bundle, unused, drain);
        if (abandoned) {
            return;
        }
        try {
            if (end == End.UNINSTALLED) {
                loaders.watch(bundle);
            }
            stop(bundle);
            if (end == End.UNINSTALLED) {
                bundle.uninstall();
            }
            LOG.debug("{} {} is {}", bundle.getSymbolicName(), bundle.getVersion(), end);
        } catch (BundleException | IllegalStateException | ExecutionException e) {
            LOG.warn("{} could not be taken out", bundle.getSymbolicName(), e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Its code may hang: then it is given up after a while, and waited for all the same. */
    private static void stop(Bundle bundle) throws ExecutionException, InterruptedException {
        var stop = new FutureTask<@Nullable Void>(() -> {
            bundle.stop();
            return null;
        });
        AbandonableThread thread = DeploymentThreads.start("stop " + bundle.getSymbolicName(), stop);
        if (!thread.join(STOPS)) {
            LOG.warn(
                    "{} {} has not stopped within {} s; what it does there is interrupted",
                    bundle.getSymbolicName(),
                    bundle.getVersion(),
                    STOPS.toSeconds());
            thread.abandon();
        }
        stop.get();
    }

    /** Threads that heed their interruption come back at once; for the others nobody can do anything. */
    private static void awaitInterrupted(CompletionStage<Void> unused) {
        try {
            unused.toCompletableFuture().get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            // Who is stuck is named by the watch over requests; the bundle goes all the same.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitRequests(Bundle bundle, CompletionStage<Void> unused, Duration drain) {
        try {
            unused.toCompletableFuture().get(drain.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            LOG.warn(
                    "{} {} still serves requests {} s after it was replaced; they are given up (deploy.drain_seconds)",
                    bundle.getSymbolicName(),
                    bundle.getVersion(),
                    drain.toSeconds());
            admission.interrupt(bundle.getBundleId());
            awaitInterrupted(unused);
        } catch (ExecutionException e) {
            LOG.warn(
                    "waiting for the requests of {} failed; it is stopped now", bundle.getSymbolicName(), e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
