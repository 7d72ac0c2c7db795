package io.precinct.build.compile;

/** Sources do not compile, or bnd refuses a bundle; the message has every error with its place. */
public final class CompilationException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With every error. */
    public CompilationException(String message) {
        super(message);
    }
}
