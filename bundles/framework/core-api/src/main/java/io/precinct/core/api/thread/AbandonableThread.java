package io.precinct.core.api.thread;

/**
 * A thread for one task that runs code of a plug-in, and that whoever waits for it may give up. Thread-safe.
 *
 * {@snippet :
 * var thread = new AbandonableThread("check", task);
 * thread.start();
 * if (!thread.join(patience)) {
 *     thread.abandon();
 * }
 * }
 */
public final class AbandonableThread extends Thread {
    private volatile int nativeId;

    /** Guarded by this. */
    private boolean over;

    /** A daemon of this name, not started yet, which inherits nothing of the calling thread. */
    public AbandonableThread(String name, Runnable task) {
        super(null, task, name, 0, false);
        setDaemon(true);
    }

    @Override
    public void run() {
        nativeId = NativeThread.current();
        try {
            super.run();
        } finally {
            synchronized (this) {
                over = true;
                LoopGuard.spare(this);
            }
        }
    }

    /**
     * Nobody waits for it any more: it is interrupted, comes behind all other threads ({@link NativeThread#LAST}), and ends
     * at the next turn of a loop of a deployed bundle ({@link LoopGuard}).
     */
    public void abandon() {
        synchronized (this) {
            if (over) {
                return;
            }
            LoopGuard.end(this);
        }
        interrupt();
        boolean ignored = NativeThread.setBehind(nativeId, NativeThread.LAST);
    }
}
