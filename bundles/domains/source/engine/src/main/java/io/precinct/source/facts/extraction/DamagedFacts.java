package io.precinct.source.facts.extraction;

/** Bytes that hold facts are not what was written: their store can no longer be trusted. */
public final class DamagedFacts extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DamagedFacts(String message) {
        super(message);
    }

    public DamagedFacts(String message, Throwable cause) {
        super(message, cause);
    }
}
