package io.precinct.launcher.cli;

/** The command line is not one that the command understands. The message says why in one line; the exit code is 2. */
public final class WrongUsage extends Exception {
    private static final long serialVersionUID = 1L;

    public WrongUsage(String message) {
        super(message);
    }
}
