package io.precinct.deploy.running;

import io.precinct.core.api.thread.AbandonableThread;

/**
 * Starts the threads of deployments. They are platform threads: work on bundles holds locks of the framework, and a
 * virtual thread would hold them while it waits for a processor that requests keep busy.
 */
public final class DeploymentThreads {
    private DeploymentThreads() {}

    /** Starts a task that may hang; a thread that hangs does not keep the process from ending. */
    public static AbandonableThread start(String name, Runnable task) {
        var thread = new AbandonableThread(name, task);
        thread.start();
        return thread;
    }
}
