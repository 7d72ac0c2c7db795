package io.precinct.deploy;

/**
 * Threads beside the one that deploys. They are the system's: work on bundles holds locks of the framework, and a virtual
 * thread that has to wait for its turn behind requests that keep every processor busy would hold them as long.
 */
final class Background {
    private Background() {}

    /** Starts a task that may hang, and then keeps nothing from ending. */
    static Thread start(String name, Runnable task) {
        return Thread.ofPlatform()
                .daemon()
                .inheritInheritableThreadLocals(false)
                .name(name)
                .start(task);
    }
}
