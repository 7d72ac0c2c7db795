package io.precinct.core.watch;

import io.precinct.core.api.dispatch.ReplaceableThread;
import io.precinct.core.api.thread.NativeThread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/** The request that one thread has under way. Written by that thread, read by the watch. */
final class ThreadSlot {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    final Thread thread = Thread.currentThread();
    final int nativeId = NativeThread.current();
    volatile @Nullable RunningRequest current;

    /** Nanoseconds of processor time that the thread has used since the watch first checked this request. */
    long processor(RunningRequest request) {
        long used = THREADS.getThreadCpuTime(thread.threadId());
        if (request.processorBefore < 0) {
            request.processorBefore = used;
        }
        return used < 0 ? 0 : used - request.processorBefore;
    }

    /** Interrupts this request, and replaces its thread by another one if the thread can be replaced. */
    void interrupt(RunningRequest request) {
        request.interrupt(thread);
        if (thread instanceof ReplaceableThread replaceable) {
            replaceable.replace();
        }
    }
}
