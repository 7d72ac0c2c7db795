package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import io.precinct.launcher.cli.WrongUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a backup into a data folder that has no database yet and on which no instance runs.
 *
 * @param offline does the work without an instance
 * @param file the backup
 */
record Restore(Maintenance offline, Path file) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "restore",
                    "reads a backup into a new data folder, while no instance runs on it",
                    List.of(Operand.required("FILE")),
                    List.of(CommonOptions.CONFIG, CommonOptions.DATA)),
            (arguments, installation) -> new Restore(
                    Maintenance.read(arguments, installation),
                    CommonOptions.path("FILE", arguments.requiredOperand(0))));

    @Override
    public int execute(Console console) throws Failure, WrongUsage, InterruptedException {
        if (!Files.isRegularFile(file)) {
            throw new Failure("there is no file " + file);
        }
        offline.execute(console, settings -> settings.restore(file));
        console.out().println("restored " + file + " into " + offline.data());
        return DONE;
    }
}
