package io.precinct.lib.re2j;

/** A regular expression that is refused. The message follows upon its name: "is …", "takes …", "has …". */
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

    /** Whether it says too much at once, its repetitions written out, rather than something wrong. */
    public boolean isTooLarge() {
        return tooLarge;
    }
}
