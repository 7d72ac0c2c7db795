package io.precinct.core.watch;

import io.precinct.core.api.dispatch.ReplaceableThread;
import io.precinct.core.api.inspect.Overstay;
import io.precinct.core.api.thread.LongLived;
import io.precinct.core.api.thread.NativeThread;
import io.precinct.core.watch.GivenUp.Cause;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
 * Looks at every request under way twenty times a second, so that requests pay next to nothing for being watched. One that
 * takes too long, or whose client is gone, or whose bundle retires, is given up: answered from another thread, its own
 * interrupted. A thread that computes is set behind the others, in two steps. Thread-safe.
 */
public final class RequestWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestWatch.class);

    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(50);

    /** Younger requests are not looked at. */
    private static final long YOUNG = TimeUnit.MILLISECONDS.toNanos(50);

    /** A request that has used so much processor time is not brief: it gives way to those that are. */
    private static final long LONG = TimeUnit.MILLISECONDS.toNanos(50);

    /** A request that has used so much computes. */
    private static final long COMPUTES = TimeUnit.MILLISECONDS.toNanos(500);

    /** What fails at each look is told once a second. */
    private static final long TELL_AGAIN = TimeUnit.SECONDS.toNanos(1);

    /** A client that hangs up is looked for once a second. */
    private static final long CLIENT = TimeUnit.SECONDS.toNanos(1);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

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
    private long lastTold = System.nanoTime() - TELL_AGAIN;
    private volatile boolean closed;

    private ThreadSlot register() {
        var mine = new ThreadSlot();
        slots.add(mine);
        if (started.compareAndSet(false, true)) {
            try {
                LongLived.start("request-watch", LOG::error, this::watch);
            } catch (Throwable e) {
                started.set(false); // no thread was to be had: the next request tries again
                slots.remove(mine);
                throw e;
            }
        }
        return mine;
    }

    /** The calling thread begins a request; returns the one it is in the midst of, which {@link #leave} takes back. */
    public @Nullable RunningRequest enter(RunningRequest request) {
        ThreadSlot mine = slot.get();
        RunningRequest outer = mine.current();
        mine.current(request);
        return outer;
    }

    /** The calling thread is done with a request, also where that was given up long ago. */
    public void leave(RunningRequest request, @Nullable RunningRequest outer) {
        slot.get().current(outer);
        request.left();
        request.streams(null);
        if (request.isGivenUp() || request.noted) {
            overstays.cameBack(request);
        }
        if (request.isGivenUp()) {
            stepIn(request);
        }
    }

    /** Requests that were given up: those whose threads are stuck, and the latest of the others. */
    public List<Overstay> overstays() {
        return overstays.view();
    }

    /** Gives up every request on a chain that this bundle has a part in: it retires, and has waited long enough. */
    public void retire(long bundleId) {
        for (ThreadSlot each : slots) {
            RunningRequest request = each.current();
            if (request != null && request.uses(bundleId)) {
                end(each, request, Cause.RETIRED);
            }
        }
    }

    private void watch() {
        NativeThread.prepare();
        while (!closed) {
            LockSupport.parkNanos(TICK);
            look(System.nanoTime());
        }
    }

    private void look(long now) {
        for (ThreadSlot each : slots) {
            try {
                RunningRequest request = each.current();
                if (request != null) {
                    look(each, request, now);
                } else if (!each.thread.isAlive()) {
                    slots.remove(each);
                }
            } catch (Throwable e) {
                // Memory is short, say: the others are looked at all the same, and this one again.
                if (now - lastTold > TELL_AGAIN) {
                    lastTold = now;
                    untold(e);
                }
            }
        }
        overstays.look(now);
    }

    private static void untold(Throwable thrown) {
        try {
            LOG.error("a request under way could not be looked after", thrown);
        } catch (Throwable _) {
            // telling may fail for the same reason
        }
    }

    private void look(ThreadSlot each, RunningRequest request, long now) {
        boolean crossing = request.isCrossing();
        boolean givenUp = request.isGivenUp();
        if (!crossing && !givenUp && !request.isAnswered() || request.runningNanos(now) < YOUNG) {
            return;
        }
        long processor = processor(each, request);
        if (processor > COMPUTES) {
            computes(each, request);
        } else if (processor > LONG && !request.givesWay) {
            request.givesWay = true;
            setBehind(each, NativeThread.BEHIND);
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

    /** Processor time since the request was first looked at. */
    private static long processor(ThreadSlot each, RunningRequest request) {
        long used = THREADS.getThreadCpuTime(each.thread.threadId());
        if (request.processorBefore < 0) {
            request.processorBefore = used;
        }
        return used < 0 ? 0 : used - request.processorBefore;
    }

    private void computes(ThreadSlot each, RunningRequest request) {
        CrossingPlace at = request.at();
        if (at != null && !request.computing && !request.isAnswered()) {
            overstays.computing(request, at.guard());
            request.computing = true;
        }
        if (!request.last) {
            request.last = true;
            setBehind(each, NativeThread.LAST);
        }
    }

    private static void setBehind(ThreadSlot each, int nice) {
        if (each.thread instanceof ReplaceableThread replaceable) {
            replaceable.replace();
            boolean done = NativeThread.setBehind(each.nativeId, nice);
            LOG.debug("thread {} gets nice {}: {}", each.nativeId, nice, done ? "done" : "refused");
        }
    }

    /** Gives a request up, or, where its answer is being sent, interrupts that: a stream has no deadline. */
    private void end(ThreadSlot each, RunningRequest request, Cause cause) {
        giveUp(each, request, cause);
        CrossingPlace at = request.at();
        if (request.isAnswered() && at != null && !request.noted) {
            request.noted = true;
            overstays.add(request, at, each.thread, overstay(each, request, at.guard(), cause), false);
            request.interrupt(each.thread);
            if (each.thread instanceof ReplaceableThread replaceable) {
                replaceable.replace();
            }
        }
    }

    private void giveUp(ThreadSlot each, RunningRequest request, Cause cause) {
        CrossingPlace at = request.at();
        if (at == null) {
            return;
        }
        long limit = switch (cause) {
            case DEADLINE -> request.deadlineNanos();
            case PROCESSOR_TIME -> request.processorLimit();
            case CLIENT_GONE, RETIRED -> 0;
        };
        // All that its answer needs is made before: from then on somebody owes it, whatever fails.
        var why = new GivenUp(cause, at.guard().boundary(), Duration.ofNanos(limit), at.tail());
        if (!request.giveUp(why, at)) {
            return;
        }
        try {
            if (cause.overstayed()) {
                at.guard().overstayed(at);
            } else {
                at.guard().untold(at.trial());
            }
            Overstay overstay = overstay(each, request, at.guard(), cause);
            // Before the interruption: a thread that comes back at once finds itself noted.
            overstays.add(request, at, each.thread, overstay, cause.overstayed());
            tell(overstay, cause);
        } finally {
            request.interrupt(each.thread);
            if (each.thread instanceof ReplaceableThread replaceable) {
                replaceable.replace();
            }
            stepIn(request);
        }
    }

    /** Has the request answered that was given up; where that cannot even be begun, the next look tries again. */
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
            request.abandoned();
            return;
        }
        try {
            request.givenUp(why);
        } catch (Throwable e) {
            untold(e);
            request.abandoned();
        }
    }

    private static Overstay overstay(ThreadSlot each, RunningRequest request, BoundaryGuard at, Cause cause) {
        List<String> stack = java.util.Arrays.stream(each.thread.getStackTrace())
                .limit(Overstays.FRAMES)
                .map(String::valueOf)
                .toList();
        return new Overstay(
                at.boundary(),
                at.generation(),
                request.route(),
                cause.wireName(),
                java.time.Instant.now(),
                TimeUnit.NANOSECONDS.toMillis(request.runningNanos(System.nanoTime())),
                TimeUnit.NANOSECONDS.toMillis(processor(each, request)),
                each.thread.getName(),
                stack,
                true);
    }

    private static void tell(Overstay overstay, Cause cause) {
        var entry = cause == Cause.CLIENT_GONE ? LOG.atInfo() : LOG.atWarn();
        entry.addKeyValue("boundary", overstay.boundary())
                .addKeyValue("bundle", overstay.generation().bundle())
                .addKeyValue("generation", overstay.generation().id())
                .addKeyValue("reason", overstay.reason())
                .log(
                        "boundary {} of {} {} was given up on route {} after {} ms ({}, {} ms of processor time); it"
                                + " was at\n"
                                + "    {}",
                        overstay.boundary(),
                        overstay.generation().bundle(),
                        overstay.generation().version(),
                        overstay.route(),
                        overstay.millis(),
                        overstay.reason(),
                        overstay.processorMillis(),
                        String.join("\n    ", overstay.stack()));
    }

    @Override
    public void close() {
        closed = true;
        stepsIn.shutdown();
    }
}
