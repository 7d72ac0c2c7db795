package io.precinct.build.compile;

/** That sources do not compile, or that bnd refuses a bundle; the message holds every error with its place. */
public final class CompilationException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With every error. */
    public CompilationException(String message) {
        super(message);
    }
}
