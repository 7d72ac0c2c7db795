package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.client.TextLayout;
import java.util.List;

/** Shows the status of the instance. */
record Status(ClientOptions client) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "status",
                    "shows what runs: features, bundles, listeners, the last configuration error",
                    List.of(),
                    ClientOptions.options()),
            (arguments, installation) -> new Status(ClientOptions.read(arguments, installation)));

    @Override
    public int execute(Console console) throws Failure {
        return client.show(console, client.connect().get("/admin/status"), TextLayout::of);
    }
}
