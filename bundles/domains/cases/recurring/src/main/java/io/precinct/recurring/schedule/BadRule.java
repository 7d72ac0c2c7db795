package io.precinct.recurring.schedule;

import org.jspecify.annotations.Nullable;

/** A rule that cannot be understood or is not supported. */
public final class BadRule extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient @Nullable Object allowed;

    /**
     * A fault of a rule.
     *
     * @param code {@code format, enum} or {@code bounds}
     * @param allowed what is allowed, plain data, or null
     */
    BadRule(String code, String message, @Nullable Object allowed) {
        super(message, null, false, false);
        this.code = code;
        this.allowed = allowed;
    }

    /** A rule that does not read as one. */
    static BadRule format(String message, String example) {
        return new BadRule("format", message, example);
    }

    /** {@code format, enum} or {@code bounds}. */
    public String code() {
        return code;
    }

    /** What is allowed, plain data, or null. */
    public @Nullable Object allowed() {
        return allowed;
    }

    /** For people. */
    public String explanation() {
        return String.valueOf(getMessage());
    }
}
