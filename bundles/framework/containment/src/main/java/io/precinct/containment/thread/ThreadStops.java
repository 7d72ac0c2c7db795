package io.precinct.containment.thread;

import io.precinct.containment.guard.LoopGuard;
import io.precinct.core.api.dispatch.ReplaceableThread;
import io.precinct.core.api.thread.NativeThread;
import io.precinct.core.api.thread.ThreadContainment;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers the priority of a thread that computes, in two steps, and ends a thread that ignores its interruption at the
 * next turn of a loop of a deployed bundle ({@link LoopGuard}). Thread-safe.
 */
final class ThreadStops implements ThreadContainment, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadStops.class);

    /** The thread of a request that has used more processor time than this gives way to brief requests. */
    private static final long LONG = TimeUnit.MILLISECONDS.toNanos(50);

    /** The thread of a request that has used more processor time than this comes last. */
    private static final long VERY_LONG = TimeUnit.MILLISECONDS.toNanos(500);

    /** Guarded by this. */
    private boolean closed;

    @Override
    public void prepare() {
        NativeThread.prepare();
    }

    @Override
    public long computes(Thread thread, int nativeId, long nanos) {
        if (nanos > VERY_LONG) {
            setBehind(thread, nativeId, NativeThread.LAST);
            return Long.MAX_VALUE;
        }
        if (nanos > LONG) {
            setBehind(thread, nativeId, NativeThread.BEHIND);
            return VERY_LONG;
        }
        return LONG;
    }

    /**
     * Lowers the priority of a thread if another thread can replace it, because a lowered priority is never raised
     * again.
     */
    private static void setBehind(Thread thread, int nativeId, int nice) {
        if (thread instanceof ReplaceableThread replaceable) {
            replaceable.replace();
            boolean done = NativeThread.setBehind(nativeId, nice);
            LOG.debug("thread {} gets nice {}: {}", nativeId, nice, done ? "done" : "refused");
        }
    }

    @Override
    public synchronized boolean end(Thread thread) {
        if (closed) {
            return false; // after close, nothing would let the thread go on again
        }
        LoopGuard.end(thread);
        return true;
    }

    @Override
    public void abandon(Thread thread, int nativeId) {
        boolean ignored = end(thread) && NativeThread.setBehind(nativeId, NativeThread.LAST);
    }

    @Override
    public void spare(Thread thread) {
        LoopGuard.spare(thread);
    }

    /** Lets all threads go on, as nothing calls {@link #spare} any more. */
    @Override
    public synchronized void close() {
        closed = true;
        LoopGuard.spareAll();
    }
}
