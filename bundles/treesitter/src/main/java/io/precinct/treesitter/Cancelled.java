package io.precinct.treesitter;

/** Work was given up because it was told to. */
public final class Cancelled extends Exception {
    private static final long serialVersionUID = 1L;

    public Cancelled() {
        super("cancelled", null, false, false);
    }
}
