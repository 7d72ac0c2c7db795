package io.precinct.lib.re2j;

/**
 * A regular expression is refused. The message is a predicate whose subject is the pattern: "is …", "takes …", "has …".
 */
public final class BadPattern extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final boolean tooLarge;

    BadPattern(String message, boolean tooLarge) {
        super(message);
        this.tooLarge = tooLarge;
    }

    BadPattern(String message, Throwable cause) {
        super(message, cause);
        this.tooLarge = false;
    }

    /** Whether the pattern is valid but too large once its repetitions are expanded. */
    public boolean isTooLarge() {
        return tooLarge;
    }
}
