package io.precinct.api.boundary;

/** A boundary under strict input read a key that is neither the framework's nor declared in its input shape. */
public final class UndefinedInputError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String boundary;
    private final String key;

    /** A read of {@code key} by {@code boundary}. */
    public UndefinedInputError(String boundary, String key) {
        super("boundary " + boundary + " read the key \"" + key
                + "\", which its input_shape does not declare; declare it, or turn strict_input off");
        this.boundary = boundary;
        this.key = key;
    }

    /** The boundary that read. */
    public String boundary() {
        return boundary;
    }

    /** The key it read. */
    public String key() {
        return key;
    }
}
