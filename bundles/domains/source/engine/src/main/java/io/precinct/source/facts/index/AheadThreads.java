package io.precinct.source.facts.index;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads that prepare for another one what it is going to look at. */
public final class AheadThreads {
    private AheadThreads() {}

    /**
     * A thread of the system for each task, which comes behind other threads where the one that starts it does. A virtual
     * thread would take that over, too, but for the thread that carries it, and so for all that come after it.
     *
     * @param name of the threads
     */
    public static ExecutorService executor(String name) {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }
}
