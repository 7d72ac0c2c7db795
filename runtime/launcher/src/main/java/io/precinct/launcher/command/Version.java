package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Installation;

/** Prints the version. */
record Version(Installation installation) implements Command {
    @Override
    public int execute(Console console) {
        console.out().println("precinct " + installation.version());
        return DONE;
    }
}
