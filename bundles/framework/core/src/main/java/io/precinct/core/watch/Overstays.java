package io.precinct.core.watch;

import io.precinct.core.api.inspect.Overstay;
import io.precinct.core.api.thread.ThreadContainment;
import io.precinct.core.watch.GivenUp.Cause;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Records which requests were given up, and which of their threads have not come back. Thread-safe. */
final class Overstays {
    /** Number of lines of a stack trace that are kept. */
    private static final int FRAMES = 40;

    private static final Logger LOG = LoggerFactory.getLogger(Overstays.class);

    /** Number of requests that are remembered in addition to those whose threads have not come back. */
    private static final int REMEMBERED = 50;

    /** A thread that has not come back after this time has ignored its interruption: it is to be ended. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(1);

    /** A thread that has still not come back after this time is stuck. */
    private static final long LAST_GRACE = TimeUnit.SECONDS.toNanos(2);

    private static final class Away {
        final Overstay overstay;
        final BoundaryGuard guard;
        final Thread thread;
        final boolean blameless;
        final long since = System.nanoTime();
        /** Whether the thread has ignored its interruption. */
        boolean overdue;
        /** Whether the thread ends as soon as it reaches a loop. */
        boolean ending;

        boolean stuck;

        Away(Overstay overstay, BoundaryGuard guard, Thread thread, boolean blameless) {
            this.overstay = overstay;
            this.guard = guard;
            this.thread = thread;
            this.blameless = blameless;
        }
    }

    private final Map<RunningRequest, Away> away = new IdentityHashMap<>();
    private final Set<RunningRequest> computing = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Overstay> latest = new ArrayDeque<>();

    /**
     * Records a request that was given up. Its thread may have come back in the same moment.
     *
     * @param reported whether its overstay was reported to the guard of the boundary
     * @return the record of the request
     */
    Overstay add(ThreadSlot slot, RunningRequest request, CrossingPlace at, Cause cause, boolean reported) {
        var overstay = new Overstay(
                at.guard().boundary,
                at.guard().generation,
                request.route(),
                cause.wireName(),
                Instant.now(),
                TimeUnit.NANOSECONDS.toMillis(request.runningNanos(System.nanoTime())),
                TimeUnit.NANOSECONDS.toMillis(slot.processor(request)),
                slot.thread.getName(),
                Arrays.stream(slot.thread.getStackTrace())
                        .limit(FRAMES)
                        .map(String::valueOf)
                        .toList(),
                true);
        synchronized (this) {
            if (request.hasLeft()) {
                remember(overstay);
            } else {
                away.put(request, new Away(overstay, at.guard(), slot.thread, at.guarded() && !reported));
            }
        }
        return overstay;
    }

    /** Logs that a request was given up. */
    static void tell(Overstay overstay, Cause cause) {
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

    /** Counts a request whose crossing computes, until it has its answer or its thread has left it. */
    synchronized void computing(RunningRequest request, BoundaryGuard guard) {
        computing.add(request);
        request.computingAt = guard;
        guard.computes(1);
    }

    synchronized void cameBack(RunningRequest request, ThreadContainment containment) {
        Away back = away.remove(request);
        if (back == null) {
            return;
        }
        if (back.ending) {
            containment.spare(back.thread);
        }
        if (back.stuck) {
            back.guard.holdsThread(-1);
        }
        remember(back.overstay);
        if (back.ending || back.stuck) {
            LOG.info(
                    "the thread {} that boundary {} of {} held has come back",
                    back.overstay.thread(),
                    back.overstay.boundary(),
                    back.overstay.generation().bundle());
        }
    }

    private void remember(Overstay overstay) {
        if (latest.size() == REMEMBERED) {
            latest.removeLast();
        }
        latest.addFirst(ended(overstay));
    }

    private static Overstay ended(Overstay overstay) {
        return new Overstay(
                overstay.boundary(),
                overstay.generation(),
                overstay.route(),
                overstay.reason(),
                overstay.at(),
                overstay.millis(),
                overstay.processorMillis(),
                overstay.thread(),
                overstay.stack(),
                false);
    }

    /** Finds threads that have become stuck, and requests that no longer compute. */
    void look(long now, ThreadContainment containment) {
        // Without the lock: ending an answer may wait for the thread that sends it, which may need the lock to come
        // back.
        becameStuck(now, containment).forEach(RunningRequest::abandoned);
    }

    /** Requests whose threads have become stuck while they sent the answer. Nothing else ends such an answer. */
    private synchronized List<RunningRequest> becameStuck(long now, ThreadContainment containment) {
        List<RunningRequest> sending = new ArrayList<>();
        away.forEach((request, each) -> {
            if (!each.overdue && now - each.since > GRACE) {
                each.overdue = true;
                each.ending = containment.end(each.thread);
                request.interrupt(each.thread); // again, in case it sleeps between the turns of its loop
                if (each.ending) {
                    tell(
                            LOG.atWarn(),
                            "boundary {} of {} {} does not heed its interruption: thread {} is to end in its next loop",
                            each.overstay);
                }
            } else if (!each.stuck && now - each.since > LAST_GRACE) {
                each.stuck = true;
                each.guard.holdsThread(1);
                if (each.blameless) {
                    each.guard.overstayed(); // not to blame for the end, but its thread should have come back
                }
                if (request.isAnswered()) {
                    sending.add(request);
                }
                tell(
                        LOG.atError(),
                        each.ending
                                ? "boundary {} of {} {} comes to no loop, either: thread {} is stuck in it"
                                : "boundary {} of {} {} does not heed its interruption: thread {} is stuck in it",
                        each.overstay);
            }
        });
        computing.removeIf(request -> {
            // A request that sends its answer waits for its client and not for a processor, however long it takes.
            if (!request.hasLeft() && !request.isAnswered()) {
                return false;
            }
            BoundaryGuard at = request.computingAt;
            if (at != null) {
                at.computes(-1);
            }
            return true;
        });
        return sending;
    }

    private static void tell(LoggingEventBuilder entry, String what, Overstay of) {
        entry.log(what, of.boundary(), of.generation().bundle(), of.generation().version(), of.thread());
    }

    /** The requests whose threads have not come back, then the latest of the others; newest first in both groups. */
    synchronized List<Overstay> view() {
        List<Overstay> all = new ArrayList<>();
        away.values().stream()
                .sorted((a, b) -> Long.compare(b.since, a.since))
                .forEach(each -> all.add(each.stuck ? each.overstay : ended(each.overstay)));
        all.addAll(latest);
        return List.copyOf(all);
    }
}
