package io.precinct.deploy;

import io.precinct.core.api.thread.AbandonableThread;

/**
 * Threads beside the one that deploys. They are the system's: work on bundles holds locks of the framework, and a virtual
 * thread that has to wait for its turn behind requests that keep every processor busy would hold them as long.
 */
final class DeploymentThreads {
    private DeploymentThreads() {}

    /** Starts a task that may hang, and then keeps nothing from ending. */
    static AbandonableThread start(String name, Runnable task) {
        var thread = new AbandonableThread(name, task);
        thread.start();
        return thread;
    }
}
