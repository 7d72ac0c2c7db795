package io.precinct.treesitter;

/** Says why a native parser cannot be used. */
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

    /** True if the parser was generated for an ABI that is not supported. */
    public boolean abiMismatch() {
        return abiMismatch;
    }

    /** The ABI version of the parser, or 0 if it could not be read. */
    public int abi() {
        return abi;
    }
}
