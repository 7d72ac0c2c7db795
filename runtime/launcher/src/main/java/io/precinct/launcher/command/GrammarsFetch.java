package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.container.Settings;
import java.util.List;

/**
 * Fetches every grammar that the lock file pins into a data folder on which no instance runs, for example to copy the
 * folder to a machine without network.
 *
 * @param offline does the work without an instance
 */
record GrammarsFetch(Maintenance offline) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "grammars fetch",
                    "fills the grammar cache from the lock file, for an offline machine, while no instance runs",
                    List.of(),
                    List.of(CommonOptions.CONFIG, CommonOptions.DATA)),
            (arguments, installation) -> new GrammarsFetch(Maintenance.read(arguments, installation)));

    @Override
    public int execute(Console console) throws Failure, WrongUsage, InterruptedException {
        offline.execute(console, Settings::fetchGrammars);
        console.out().println("every pinned grammar is in " + offline.data());
        return DONE;
    }
}
