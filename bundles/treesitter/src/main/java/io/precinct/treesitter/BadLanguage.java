package io.precinct.treesitter;

/** Why a native parser cannot be used. */
public final class BadLanguage extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean abiMismatch;
    private final int abi;

    BadLanguage(String message) {
        this(message, false, 0);
    }

    BadLanguage(String message, boolean abiMismatch, int abi) {
        super(message);
        this.abiMismatch = abiMismatch;
        this.abi = abi;
    }

    /** True where it was made for another generation of tree-sitter. */
    public boolean abiMismatch() {
        return abiMismatch;
    }

    /** Its generation, or 0 where that could not be read. */
    public int abi() {
        return abi;
    }
}
