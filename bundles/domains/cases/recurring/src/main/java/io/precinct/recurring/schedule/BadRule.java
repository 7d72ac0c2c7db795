package io.precinct.recurring.schedule;

import org.jspecify.annotations.Nullable;

/** Thrown for a rule that is invalid or not supported. */
public final class BadRule extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient @Nullable Object allowed;

    /**
     * Creates a fault of a rule.
     *
     * @param code {@code format, enum} or {@code bounds}
     * @param allowed the allowed values as plain data, or null
     */
    BadRule(String code, String message, @Nullable Object allowed) {
        super(message, null, false, false);
        this.code = code;
        this.allowed = allowed;
    }

    /** Creates the fault of a rule with invalid syntax. */
    static BadRule format(String message, String example) {
        return new BadRule("format", message, example);
    }

    /** Returns {@code format, enum} or {@code bounds}. */
    public String code() {
        return code;
    }

    /** Returns the allowed values as plain data, or null. */
    public @Nullable Object allowed() {
        return allowed;
    }

    /** Returns the message for people. */
    public String explanation() {
        return String.valueOf(getMessage());
    }
}
