package io.precinct.core.api.thread;

/**
 * A thread for one task that runs plug-in code, and that its waiting caller may give up. Thread-safe.
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
    /**
     * The containment for all bundles: each bundle makes such threads, and none needs a reference to the containment.
     */
    private static volatile ThreadContainment containment = ThreadContainment.NONE;

    private volatile int nativeId;

    /** Guarded by this. */
    private boolean over;

    /** A daemon of this name, not started yet, which inherits nothing of the calling thread. */
    public AbandonableThread(String name, Runnable task) {
        super(null, task, name, 0, false);
        setDaemon(true);
    }

    /** Sets what contains all threads given up from now on. The core calls this; the containment is a service to it. */
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

    /** Gives the thread up, since nobody waits for it any more: it is interrupted, and contained if it ignores that. */
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
