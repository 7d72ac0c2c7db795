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
    /** One for all bundles, as each of them makes such threads and none needs to know who contains them. */
    private static volatile ThreadContainment containment = ThreadContainment.NONE;

    private volatile int nativeId;

    /** Guarded by this. */
    private boolean over;

    /** A daemon of this name, not started yet, which inherits nothing of the calling thread. */
    public AbandonableThread(String name, Runnable task) {
        super(null, task, name, 0, false);
        setDaemon(true);
    }

    /** From now on, all threads that are given up are contained by this. The core says so, to which it is a service. */
    public static void containedBy(ThreadContainment present) {
        containment = present;
    }

    @Override
    public void run() {
        nativeId = NativeThread.current();
        try {
            super.run();
        } finally {
            synchronized (this) {
                over = true;
                containment.spare(this);
            }
        }
    }

    /** Nobody waits for it any more: it is interrupted, and contained if it does not heed that. */
    public void abandon() {
        synchronized (this) {
            if (over) {
                return;
            }
            containment.abandon(this, nativeId);
        }
        interrupt();
    }
}
