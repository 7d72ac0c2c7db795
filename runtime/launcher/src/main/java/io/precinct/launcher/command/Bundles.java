package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.client.Layout;
import java.util.List;

/** Lists the bundles of the container. */
record Bundles(Client client) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "bundles",
                    "lists bundles with version, state, plug-ins and the outcome of the last deployments",
                    List.of(),
                    Client.options()),
            (arguments, installation) -> new Bundles(Client.read(arguments, installation)));

    @Override
    public int execute(Console console) throws Failure {
        return client.show(console, client.connect().get("/admin/bundles"), Layout::of);
    }
}
