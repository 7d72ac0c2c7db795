package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.TextLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes a backup, through the instance that runs on the data folder or, if none runs, by itself.
 *
 * @param offline writes the backup if no instance runs
 * @param file the backup
 */
record Backup(ClientOptions client, Maintenance offline, Path file) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "backup",
                    "writes the database and the data folder into one file, while the instance runs or without one",
                    List.of(Operand.required("FILE")),
                    ClientOptions.optionsWithoutInstance()),
            Backup::read);

    private static Backup read(Arguments arguments, Installation installation) throws WrongUsage {
        return new Backup(
                ClientOptions.read(arguments, installation),
                Maintenance.read(arguments, installation),
                CommonOptions.path("FILE", arguments.requiredOperand(0)));
    }

    @Override
    public int execute(Console console) throws Failure, WrongUsage, InterruptedException {
        if (Files.exists(file)) {
            throw new Failure(file + " is there already; name another file");
        }
        if (client.isForInstance()) {
            return client.show(
                    console, client.connect().post("/admin/backup", Map.of("file", file.toString())), TextLayout::of);
        }
        offline.execute(console, settings -> settings.backup(file));
        console.out().println("wrote " + file);
        return DONE;
    }
}
