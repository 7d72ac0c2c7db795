package io.precinct.treesitter;

/** A parse was given up because it was told to. */
public final class Cancelled extends Exception {
    private static final long serialVersionUID = 1L;

    Cancelled() {
        super("cancelled", null, false, false);
    }
}
