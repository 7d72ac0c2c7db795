package io.precinct.source.parse;

import org.jspecify.annotations.Nullable;

/** Why a language cannot be used, as a sentence for the operator. */
final class LanguageUnusable extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean abiMismatch;
    private final int abi;

    LanguageUnusable(String message, @Nullable Throwable cause) {
        this(message, false, 0, cause);
    }

    LanguageUnusable(String message, boolean abiMismatch, int abi, @Nullable Throwable cause) {
        super(message, cause);
        this.abiMismatch = abiMismatch;
        this.abi = abi;
    }

    boolean abiMismatch() {
        return abiMismatch;
    }

    int abi() {
        return abi;
    }
}
