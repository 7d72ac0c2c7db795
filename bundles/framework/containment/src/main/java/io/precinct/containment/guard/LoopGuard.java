package io.precinct.containment.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends threads in the loops of deployed plug-ins. A thread that does not heed its interruption cannot be ended from
 * outside; but the loops of a deployed bundle have, since its classes were loaded, a call of {@link #turn} at each turn, and
 * that throws for a thread that is to end. So it ends in the plug-in's own code, where the plug-in could have thrown the
 * same, and never in the midst of what others own. Thread-safe.
 */
public final class LoopGuard {
    private static final VarHandle ENDING;

    static {
        try {
            ENDING = MethodHandles.lookup().findStaticVarHandle(LoopGuard.class, "ending", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Which threads are to end. */
    private static final Set<Thread> THREADS = ConcurrentHashMap.newKeySet();

    /** Whether there is any; written under the lock of this class. */
    @SuppressWarnings("UnusedVariable") // by its handle
    private static boolean ending;

    private LoopGuard() {}

    /** Thrown at a turn of a loop. */
    public static final class Ended extends Error {
        private static final long serialVersionUID = 1L;

        Ended() {
            super("nobody waits for this any more, and the thread did not heed its interruption");
        }
    }

    /**
     * The calling thread comes to the next turn of a loop. Costs a read that does not wait for other threads' writes: one
     * of these turns sees that it is to end, if not the next.
     *
     * @throws Ended if the calling thread is to end
     */
    public static void turn() {
        if ((boolean) ENDING.getOpaque()) {
            leave();
        }
    }

    private static void leave() {
        if (THREADS.contains(Thread.currentThread())) {
            throw new Ended();
        }
    }

    /** From now on a thread ends at the next turn of a loop of a deployed plug-in. */
    public static synchronized void end(Thread thread) {
        THREADS.add(thread);
        ENDING.setOpaque(true);
    }

    /** The thread has ended what it was to end, and may go on. */
    public static synchronized void spare(Thread thread) {
        THREADS.remove(thread);
        ENDING.setOpaque(!THREADS.isEmpty());
    }

    /** All threads may go on. */
    public static synchronized void spareAll() {
        THREADS.clear();
        ENDING.setOpaque(false);
    }
}
