package io.precinct.source.parse;

/** The process of a fetched grammar ended during its work. Only this work is lost. */
public final class WorkerCrashed extends Exception {
    private static final long serialVersionUID = 1L;

    WorkerCrashed(String message) {
        super(message, null, false, false);
    }
}
