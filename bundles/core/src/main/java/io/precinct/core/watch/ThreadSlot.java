package io.precinct.core.watch;

import io.precinct.core.api.thread.NativeThread;
import org.jspecify.annotations.Nullable;

/** What one thread has under way. Written by that thread, read by the watch. */
final class ThreadSlot {
    final Thread thread = Thread.currentThread();
    final int nativeId = NativeThread.current();
    private volatile @Nullable RunningRequest current;

    @Nullable
    RunningRequest current() {
        return current;
    }

    void current(@Nullable RunningRequest request) {
        current = request;
    }
}
