package io.precinct.core.api.thread;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Contains threads that run code of plug-ins and compute for long, or do not end. An optional service, which the core
 * asks: without it such a thread is interrupted, and nothing else happens to it. Thread-safe.
 */
@ProviderType
public interface ThreadContainment {
    /** Stands in for the service where there is none. */
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

    /** Makes all that the other methods need, which could not be made any more in a shortage of memory. */
    void prepare();

    /**
     * A request has computed on a thread.
     *
     * @param nativeId of the thread, as {@link NativeThread#current} tells it
     * @param nanos the processor time that the request has used
     * @return the processor time beyond which this is to be called again
     */
    long computes(Thread thread, int nativeId, long nanos);

    /**
     * Nobody waits for a thread any more, and it does not heed its interruption.
     *
     * @return whether it ends as soon as it comes to a loop of a deployed bundle
     */
    boolean end(Thread thread);

    /**
     * Nobody waits for a thread any more, nor ever uses it again: as {@link #end}, and it comes behind all others.
     *
     * @param nativeId of the thread, as {@link NativeThread#current} tells it
     */
    void abandon(Thread thread, int nativeId);

    /** The thread has ended what it was to end, and may go on. */
    void spare(Thread thread);
}
