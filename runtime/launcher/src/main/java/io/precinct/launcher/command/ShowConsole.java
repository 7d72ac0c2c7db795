package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.AdminClient;
import java.util.List;

/** Prints the address of the console, with the token of the instance. */
record ShowConsole(ClientOptions client) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "console",
                    "prints the address of the console, which lets a browser on this machine administer",
                    List.of(),
                    ClientOptions.options()),
            (arguments, installation) -> new ShowConsole(ClientOptions.read(arguments, installation)));

    @Override
    public int execute(Console console) throws Failure {
        AdminClient instance = client.connect();
        AdminAnswer answer = instance.get("/console");
        if (!answer.good()) {
            throw new Failure(answer.kind(), "the instance has no console: run it with the feature console");
        }
        console.out().println(instance.page("/console"));
        return DONE;
    }
}
