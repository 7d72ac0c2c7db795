package io.precinct.launcher.cli;

/** A command line does not conform to the syntax of its command. The message is one line; the exit code is 2. */
public final class WrongUsage extends Exception {
    private static final long serialVersionUID = 1L;

    public WrongUsage(String message) {
        super(message);
    }
}
