package io.precinct.treesitter;

/** Says that a parse was cancelled by its caller. */
public final class Cancelled extends Exception {
    private static final long serialVersionUID = 1L;

    public Cancelled() {
        super("cancelled", null, false, false);
    }
}
