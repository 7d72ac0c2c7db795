package io.precinct.launcher.container;

/** What was the matter in the end. */
final class RootCause {
    private static final int DEEPEST = 20;

    private RootCause() {}

    /** The innermost cause, with its class where its message alone would say little. */
    static String deepest(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; cause.getCause() != null && i < DEEPEST; i++) {
            cause = cause.getCause();
        }
        String type = cause.getClass().getSimpleName();
        return cause.getMessage() == null ? type : type + ": " + cause.getMessage();
    }
}
