package io.precinct.api.boundary;

/** A value from the request cannot be used; answered as 422 with the place, what is allowed and what was received. */
public final class BadInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String expected;
    private final String got;

    /**
     * A fault of the request.
     *
     * @param place dotted path, such as {@code params.count}
     * @param expected what is allowed, such as {@code an integer}
     * @param got what was received, as JSON, or {@code missing}
     */
    public BadInput(String place, String expected, String got) {
        super(place + ": expected " + expected + ", got " + got, null, false, false);
        this.place = place;
        this.expected = expected;
        this.got = got;
    }

    /** Dotted path to the value. */
    public String place() {
        return place;
    }

    /** What is allowed. */
    public String expected() {
        return expected;
    }

    /** What was received, as JSON, or {@code missing}. */
    public String got() {
        return got;
    }
}
