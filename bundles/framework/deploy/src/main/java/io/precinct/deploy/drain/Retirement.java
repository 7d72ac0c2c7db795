package io.precinct.deploy.drain;

import io.precinct.core.api.plugin.Admission;
import io.precinct.core.api.thread.AbandonableThread;
import io.precinct.deploy.leak.LoaderWatch;
import io.precinct.deploy.running.Deadline;
import io.precinct.deploy.running.DeploymentThreads;
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
 * Takes bundles out of service: no new request uses the bundle, requests in flight may finish, and then the bundle is
 * stopped. It is also uninstalled, unless it is to be started again later. Thread-safe.
 */
public final class Retirement {
    private static final Logger LOG = LoggerFactory.getLogger(Retirement.class);

    private static final Duration GRACE = Duration.ofSeconds(2);

    /** How long a bundle may take to stop before its thread is interrupted. */
    private static final Duration STOPS = Duration.ofSeconds(10);

    /** What happens to a bundle once it is out of service. */
    public enum End {
        /** The bundle leaves the container. */
        UNINSTALLED,
        /** The bundle stays installed, so that it can be started again. */
        STOPPED
    }

    private final Admission admission;
    private final LoaderWatch loaders;
    private final Map<Long, CompletableFuture<Void>> leaving = new ConcurrentHashMap<>();
    private volatile boolean abandoned;

    public Retirement(Admission admission, LoaderWatch loaders) {
        this.admission = admission;
        this.loaders = loaders;
    }

    /** From now on, uninstalls nothing: the container is stopping and handles its bundles itself. */
    public void abandon() {
        abandoned = true;
    }

    /** Whether a bundle is being retired: from {@link #begin} until it is gone. */
    public boolean leaving(Bundle bundle) {
        return leaving.containsKey(bundle.getBundleId());
    }

    /** Waits until a bundle that is being retired is gone; false if it is not gone by the deadline. */
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
     * Retires a bundle. When this method returns, no new request uses the bundle; the rest happens in the background.
     *
     * @param drain how long to wait for requests in flight; after that, the bundle goes even if some have not finished
     * @param end what happens to the bundle afterwards
     */
    public void begin(Bundle bundle, Duration drain, End end) {
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
                ended(bundle, gone); // no thread was started to do this; a caller of await would wait in vain
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

    /** Stops a bundle. If its code hangs, interrupts the thread after a while and continues to wait for it. */
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

    /** Waits for requests whose threads were interrupted. Those that ignore the interruption cannot be ended. */
    private static void awaitInterrupted(CompletionStage<Void> unused) {
        try {
            unused.toCompletableFuture().get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            // The request watch of the core reports the thread that is stuck; the bundle goes nevertheless.
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
