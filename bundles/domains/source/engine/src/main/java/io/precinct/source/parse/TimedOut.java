package io.precinct.source.parse;

/** Work did not end in time. */
public final class TimedOut extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean begun;

    /** @param begun whether it had begun */
    TimedOut(boolean begun) {
        super(begun ? "timed out" : "had no turn", null, false, false);
        this.begun = begun;
    }

    /** False if it only waited, so that nothing is known about the work. */
    public boolean begun() {
        return begun;
    }
}
