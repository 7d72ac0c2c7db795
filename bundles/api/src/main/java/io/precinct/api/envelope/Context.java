package io.precinct.api.envelope;

import org.osgi.annotation.versioning.ProviderType;

/** One request in a chain, as far as its boundaries may know it. */
@ProviderType
public interface Context {
    /** W3C Trace Context {@code traceparent} of this request: taken over from the client, or new. */
    String traceparent();

    /** Number of the current crossing, from 0. */
    int seq();

    /** When the request entered, in nanoseconds of {@link System#nanoTime()}. */
    long enteredNanos();
}
