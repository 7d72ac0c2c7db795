package io.precinct.lib.re2j;

/**
 * Thrown if a regular expression is refused. The message is a predicate whose subject is the pattern: "is …", "takes
 * …", "has …".
 */
public final class BadPattern extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final boolean tooLarge;
    private final int offset;

    BadPattern(String message, boolean tooLarge) {
        super(message);
        this.tooLarge = tooLarge;
        this.offset = 0;
    }

    BadPattern(String message, int offset, Throwable cause) {
        super(message, cause);
        this.tooLarge = false;
        this.offset = offset;
    }

    /** The index in the pattern of the part that is wrong, in characters from 0; 0 if the whole pattern is wrong. */
    public int offset() {
        return offset;
    }

    /** Whether the pattern is valid but too large once its repetitions are expanded. */
    public boolean isTooLarge() {
        return tooLarge;
    }
}
