package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.WrongUsage;

/** A command as it was asked for, ready to be carried out. */
sealed interface Command
        permits GrammarsFetch,
                Help,
                Version,
                Run,
                Check,
                TrainCache,
                Status,
                Deploy,
                Rollback,
                Withdraw,
                Bundles,
                Explain,
                RunScenario,
                Log,
                Reload,
                Backup,
                Restore,
                VerifySeal,
                GatewayUsers,
                Completion {
    /** It did what was asked for. */
    int DONE = 0;
    /** It did not, and said why. */
    int FAILED = 1;
    /** What was asked for cannot be understood. */
    int WRONG_USAGE = 2;

    /**
     * Carries it out.
     *
     * @return {@link #DONE} or {@link #FAILED}
     * @throws Failure as {@link #FAILED}; its message is still to be shown
     * @throws WrongUsage where what was asked for turns out to be impossible only now
     */
    int execute(Console console) throws Failure, WrongUsage, InterruptedException;
}
