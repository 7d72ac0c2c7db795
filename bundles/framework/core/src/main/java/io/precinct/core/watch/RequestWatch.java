package io.precinct.core.watch;

import io.precinct.core.api.inspect.Overstay;
import io.precinct.core.api.thread.LongLived;
import io.precinct.core.api.thread.ThreadContainment;
import io.precinct.core.watch.GivenUp.Cause;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every request under way twenty times a second, so that the watch costs a request next to nothing. It gives a
 * request up if the request takes too long, its client is gone or its bundle retires: another thread answers the
 * request, and the request's own thread is interrupted. A {@link ThreadContainment}, if there is one, decides what else
 * happens to threads that compute or do not end. Thread-safe.
 */
public final class RequestWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestWatch.class);

    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(50);

    /** Requests younger than this are not checked. */
    private static final long YOUNG = TimeUnit.MILLISECONDS.toNanos(50);

    /** A request that has used more processor time than this counts as computing. */
    private static final long COMPUTES = TimeUnit.MILLISECONDS.toNanos(500);

    /** A failure that recurs at every check is logged once in this time. */
    private static final long LOG_AGAIN = TimeUnit.SECONDS.toNanos(1);

    /** How often the watch checks whether the client of a request has hung up. */
    private static final long CLIENT = TimeUnit.SECONDS.toNanos(1);

    private final Set<ThreadSlot> slots = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<ThreadSlot> slot = ThreadLocal.withInitial(this::register);
    private final Overstays overstays = new Overstays();
    private final AtomicBoolean started = new AtomicBoolean();
    private final ExecutorService stepsIn = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("overstay-", 0).factory());
    private long lastLogged = System.nanoTime() - LOG_AGAIN;
    private volatile ThreadContainment containment = ThreadContainment.NONE;
    private volatile boolean closed;

    /** Sets the containment that decides about threads from now on. */
    public void containedBy(ThreadContainment present) {
        containment = present;
    }

    private ThreadSlot register() {
        var mine = new ThreadSlot();
        slots.add(mine);
        if (started.compareAndSet(false, true)) {
            try {
                LongLived.start("request-watch", LOG::error, this::watch);
            } catch (Throwable e) {
                started.set(false); // no thread could be started: the next request tries again
                slots.remove(mine);
                throw e;
            }
        }
        return mine;
    }

    /** Begins a request on the calling thread. Returns the request that encloses it, if any, for {@link #leave}. */
    public @Nullable RunningRequest enter(RunningRequest request) {
        ThreadSlot mine = slot.get();
        RunningRequest outer = mine.current;
        mine.current = request;
        return outer;
    }

    /** Ends a request on the calling thread, even if the request was given up long ago. */
    public void leave(RunningRequest request, @Nullable RunningRequest outer) {
        slot.get().current = outer;
        request.left();
        request.streams(null);
        if (request.isGivenUp() || request.noted) {
            overstays.cameBack(request, containment);
        }
        if (request.isGivenUp()) {
            stepIn(request);
        }
    }

    /** Requests that were given up: those whose threads have not come back, and the latest of the others. */
    public List<Overstay> overstays() {
        return overstays.view();
    }

    /**
     * Gives up every request on a chain that contains a part of this bundle, which retires and has waited long enough.
     */
    public void retire(long bundleId) {
        for (ThreadSlot each : slots) {
            RunningRequest request = each.current;
            if (request != null && request.uses(bundleId)) {
                end(each, request, Cause.RETIRED);
            }
        }
    }

    private void watch() {
        containment.prepare();
        while (!closed) {
            LockSupport.parkNanos(TICK);
            look(System.nanoTime());
        }
    }

    private void look(long now) {
        for (ThreadSlot each : slots) {
            try {
                RunningRequest request = each.current;
                if (request != null) {
                    look(each, request, now);
                } else if (!each.thread.isAlive()) {
                    slots.remove(each);
                }
            } catch (Throwable e) {
                // For example because memory is short: the other requests are still checked, and this one at the next
                // check.
                if (now - lastLogged > LOG_AGAIN) {
                    lastLogged = now;
                    logFailure(e);
                }
            }
        }
        overstays.look(now, containment);
    }

    private static void logFailure(Throwable thrown) {
        try {
            LOG.error("a request under way could not be looked after", thrown);
        } catch (Throwable _) {
            // logging may fail for the same reason
        }
    }

    private void look(ThreadSlot each, RunningRequest request, long now) {
        boolean crossing = request.isCrossing();
        boolean givenUp = request.isGivenUp();
        if (!crossing && !givenUp && !request.isAnswered() || request.runningNanos(now) < YOUNG) {
            return;
        }
        long processor = each.processor(request);
        if (processor > COMPUTES) {
            computes(request);
        }
        if (processor > request.containedAt) {
            request.containedAt = containment.computes(each.thread, each.nativeId, processor);
        }
        if (givenUp) {
            stepIn(request);
            return;
        }
        if (crossing) {
            if (request.late(now)) {
                giveUp(each, request, Cause.DEADLINE);
            } else if (request.overspent(processor)) {
                giveUp(each, request, Cause.PROCESSOR_TIME);
            }
        }
        if (now - request.lookedForClient > CLIENT) {
            boolean first = request.lookedForClient == 0;
            request.lookedForClient = now;
            if (!first && request.clientGone()) {
                end(each, request, Cause.CLIENT_GONE);
            }
        }
    }

    private void computes(RunningRequest request) {
        CrossingPlace at = request.at();
        if (at != null && !request.computing && !request.isAnswered()) {
            overstays.computing(request, at.guard());
            request.computing = true;
        }
    }

    /** Gives a request up. If its answer is already being sent, interrupts the sending, as a stream has no deadline. */
    private void end(ThreadSlot each, RunningRequest request, Cause cause) {
        giveUp(each, request, cause);
        CrossingPlace at = request.at();
        if (request.isAnswered() && at != null && !request.noted) {
            request.noted = true;
            overstays.add(each, request, at, cause, false);
            each.interrupt(request);
        }
    }

    private void giveUp(ThreadSlot each, RunningRequest request, Cause cause) {
        CrossingPlace at = request.at();
        if (at == null) {
            return;
        }
        long limit = switch (cause) {
            case DEADLINE -> request.deadlineNanos;
            case PROCESSOR_TIME -> request.processorNanos;
            case CLIENT_GONE, RETIRED -> 0;
        };
        // Made before the request is given up: from then on, an answer is owed, whatever fails.
        var why = new GivenUp(cause, at.guard().boundary, Duration.ofNanos(limit), at.tail());
        if (!request.giveUp(why, at)) {
            return;
        }
        try {
            if (cause.overstayed()) {
                at.guard().overstayed(at);
            } else {
                at.guard().inconclusive(at.trial());
            }
            // Before the interruption: a thread that comes back at once must find its record.
            Overstay overstay = overstays.add(each, request, at, cause, cause.overstayed());
            Overstays.tell(overstay, cause);
        } finally {
            each.interrupt(request);
            stepIn(request);
        }
    }

    /** Starts to answer a request that was given up. If this fails, the next check tries again. */
    private void stepIn(RunningRequest request) {
        GivenUp why = request.owed();
        if (why == null) {
            return;
        }
        if (why.cause() == Cause.CLIENT_GONE) {
            answer(request);
        } else {
            stepsIn.execute(() -> answer(request));
        }
    }

    private static void answer(RunningRequest request) {
        GivenUp why = request.takeOwed();
        if (why == null) {
            return;
        }
        if (why.cause() == Cause.CLIENT_GONE) {
            request.clientLeft();
            return;
        }
        try {
            request.givenUp(why);
        } catch (Throwable e) {
            logFailure(e);
            request.abandoned();
        }
    }

    @Override
    public void close() {
        closed = true;
        stepsIn.shutdown();
    }
}
