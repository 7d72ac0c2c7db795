package io.precinct.launcher.command;

import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;

/**
 * A kind of command: its syntax and how it is made from its arguments.
 *
 * @param syntax its syntax
 * @param listed false for a command for maintainers, which has help but is not in the list of commands
 * @param reader makes the command from its arguments
 */
record CommandType(Syntax syntax, boolean listed, Reader reader) {
    CommandType(Syntax syntax, Reader reader) {
        this(syntax, true, reader);
    }

    /** Makes the command from its arguments. */
    @FunctionalInterface
    interface Reader {
        Command read(Arguments arguments, Installation installation) throws WrongUsage;
    }
}
