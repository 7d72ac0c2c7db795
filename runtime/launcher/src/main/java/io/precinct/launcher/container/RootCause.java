package io.precinct.launcher.container;

/** Describes the root cause of an exception. */
final class RootCause {
    private static final int DEEPEST = 20;

    private RootCause() {}

    /** The class of the innermost cause and its message, if it has one. */
    static String deepest(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; cause.getCause() != null && i < DEEPEST; i++) {
            cause = cause.getCause();
        }
        String type = cause.getClass().getSimpleName();
        return cause.getMessage() == null ? type : type + ": " + cause.getMessage();
    }
}
