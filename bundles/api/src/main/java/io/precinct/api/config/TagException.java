package io.precinct.api.config;

import org.jspecify.annotations.Nullable;

/** A tag that cannot be resolved; the message says what is wrong, the hint what to do. */
public final class TagException extends Exception {
    private static final long serialVersionUID = 1L;

    private final @Nullable String hint;

    /** Without a hint. */
    public TagException(String message) {
        this(message, null);
    }

    /** With a hint what to do. */
    public TagException(String message, @Nullable String hint) {
        super(message);
        this.hint = hint;
    }

    /** What to do, or null. */
    public @Nullable String hint() {
        return hint;
    }
}
