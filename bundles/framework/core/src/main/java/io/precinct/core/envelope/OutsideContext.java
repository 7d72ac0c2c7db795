package io.precinct.core.envelope;

import io.precinct.api.envelope.Context;

/** The context of an envelope that is built outside of any request. */
public record OutsideContext(String traceparent) implements Context {
    @Override
    public int seq() {
        return 0;
    }

    @Override
    public long enteredNanos() {
        return System.nanoTime();
    }
}
