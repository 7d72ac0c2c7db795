package io.precinct.containment.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends threads in the loops of deployed plug-ins. A thread that ignores its interruption cannot be ended from outside.
 * But the classes of a deployed bundle are changed as they are loaded, so that each turn of a loop calls {@link #turn},
 * which throws in a thread that is to end. So the thread ends in the plug-in's own code, which could have thrown the
 * same exception, and never in the middle of code that others own. Thread-safe.
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

    /** Whether any thread is to end; written under the lock of this class. */
    @SuppressWarnings("UnusedVariable") // accessed by its handle
    private static boolean ending;

    private LoopGuard() {}

    /** Thrown at a turn of a loop in a thread that is to end. */
    public static final class Ended extends Error {
        private static final long serialVersionUID = 1L;

        Ended() {
            super("nobody waits for this any more, and the thread did not heed its interruption");
        }
    }

    /**
     * Called at each turn of a loop. Costs a read that does not wait for the writes of other threads: if the next turn
     * does not see that the thread is to end, a later turn does.
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

    /** Makes a thread end at the next turn of a loop of a deployed plug-in. */
    public static synchronized void end(Thread thread) {
        THREADS.add(thread);
        ENDING.setOpaque(true);
    }

    /** Lets a thread go on: it has ended the work that it was to end. */
    public static synchronized void spare(Thread thread) {
        THREADS.remove(thread);
        ENDING.setOpaque(!THREADS.isEmpty());
    }

    /** Lets all threads go on. */
    public static synchronized void spareAll() {
        THREADS.clear();
        ENDING.setOpaque(false);
    }
}
