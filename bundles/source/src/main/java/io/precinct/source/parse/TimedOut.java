package io.precinct.source.parse;

/** Work did not end in its time. */
public final class TimedOut extends Exception {
    private static final long serialVersionUID = 1L;

    TimedOut() {
        super("timed out", null, false, false);
    }
}
