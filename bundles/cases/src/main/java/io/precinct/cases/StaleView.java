package io.precinct.cases;

/** What a mutation saw before it had its locks has changed since: it begins anew. */
public final class StaleView extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Begins the mutation anew. */
    public StaleView() {
        super("begin anew", null, false, false);
    }
}
