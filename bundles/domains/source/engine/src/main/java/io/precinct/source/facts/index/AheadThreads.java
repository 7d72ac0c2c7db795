package io.precinct.source.facts.index;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads that prepare what another thread is going to look at. */
public final class AheadThreads {
    private AheadThreads() {}

    /**
     * Makes a system thread for each task; it has lower priority if the thread that starts it does. A virtual thread
     * would inherit that too, but pass it to its carrier thread, and so to all later ones.
     *
     * @param name of the threads
     */
    public static ExecutorService executor(String name) {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }
}
