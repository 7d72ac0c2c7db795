package io.precinct.launcher;

import io.precinct.launcher.command.CommandLine;

/** Entry point of the process. */
public final class Main {
    private static final int FAILED = 1;

    private Main() {}

    public static void main(String[] args) {
        Console console = Console.ofThisProcess();
        int code = FAILED;
        try {
            code = new CommandLine(console, Installation.ofThisProcess()).execute(args);
        } catch (RuntimeException | Error e) {
            console.progress("this is a defect, please report it with what follows");
            e.printStackTrace(console.err());
        }
        System.exit(code); // even if a bundle has left threads running
    }
}
