package io.precinct.api.envelope;

/** An envelope does not fit its stage: a key is not declared, or required keys are missing. */
public final class SchemaError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Stage stage;

    /** A violation of {@code stage}'s schema. */
    public SchemaError(Stage stage, String message) {
        super(message);
        this.stage = stage;
    }

    /** The stage whose schema was violated. */
    public Stage stage() {
        return stage;
    }
}
