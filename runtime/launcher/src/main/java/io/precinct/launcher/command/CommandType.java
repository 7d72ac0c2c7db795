package io.precinct.launcher.command;

import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;

/**
 * A command that can be asked for.
 *
 * @param syntax what it looks like
 * @param listed false for what only maintenance needs: it has its own help, but no line in the overall one
 * @param reader makes the command of its arguments
 */
record CommandType(Syntax syntax, boolean listed, Reader reader) {
    CommandType(Syntax syntax, Reader reader) {
        this(syntax, true, reader);
    }

    /** Makes the command of its arguments. */
    @FunctionalInterface
    interface Reader {
        Command read(Arguments arguments, Installation installation) throws WrongUsage;
    }
}
