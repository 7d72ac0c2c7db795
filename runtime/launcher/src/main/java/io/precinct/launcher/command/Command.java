package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.WrongUsage;

/** A command with its arguments, ready to be executed. */
interface Command {
    /** Exit code of success. */
    int DONE = 0;
    /** Exit code of a failure that was reported. */
    int FAILED = 1;
    /** Exit code of a command line that cannot be understood. */
    int WRONG_USAGE = 2;
    /** Exit code of a check without a result: it could not decide whether the checked thing is right or wrong. */
    int UNCHECKED = 3;

    /**
     * Executes the command.
     *
     * @return {@link #DONE} or {@link #FAILED}; for a check also {@link #UNCHECKED}
     * @throws Failure if it failed and the message was not printed yet
     * @throws WrongUsage if the arguments turn out to be wrong only now
     */
    int execute(Console console) throws Failure, WrongUsage, InterruptedException;
}
