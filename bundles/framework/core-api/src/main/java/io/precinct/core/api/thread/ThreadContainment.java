package io.precinct.core.api.thread;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Contains threads that run plug-in code and compute for long, or do not end. An optional service for the core: without
 * it, such a thread is only interrupted. Thread-safe.
 */
@ProviderType
public interface ThreadContainment {
    /** Replaces the service if there is none. */
    ThreadContainment NONE = new ThreadContainment() {
        @Override
        public void prepare() {}

        @Override
        public long computes(Thread thread, int nativeId, long nanos) {
            return nanos;
        }

        @Override
        public boolean end(Thread thread) {
            return false;
        }

        @Override
        public void abandon(Thread thread, int nativeId) {}

        @Override
        public void spare(Thread thread) {}
    };

    /** Prepares everything that the other methods need, which may be impossible during a shortage of memory. */
    void prepare();

    /**
     * Notes that a request has computed on a thread.
     *
     * @param nativeId of the thread, as returned by {@link NativeThread#current}
     * @param nanos the processor time that the request has used
     * @return the processor time beyond which to call this again
     */
    long computes(Thread thread, int nativeId, long nanos);

    /**
     * Ends a thread that nobody waits for any more and that ignores its interruption.
     *
     * @return whether it ends at the next loop iteration in a deployed bundle
     */
    boolean end(Thread thread);

    /**
     * Ends a thread that nobody waits for or will use again: as {@link #end}, and it comes behind all others.
     *
     * @param nativeId of the thread, as returned by {@link NativeThread#current}
     */
    void abandon(Thread thread, int nativeId);

    /** Notes that the thread has finished the work that had to end, and may continue. */
    void spare(Thread thread);
}
