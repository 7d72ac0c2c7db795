package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import java.util.List;
import java.util.Map;

/**
 * Rolls a bundle back to the generation that served before the present one.
 *
 * @param bundle its symbolic name
 */
record Rollback(ClientOptions client, String bundle) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "rollback",
                    "goes back to the generation of a bundle that served before the present one",
                    List.of(Operand.required("NAME")),
                    ClientOptions.options()),
            (arguments, installation) ->
                    new Rollback(ClientOptions.read(arguments, installation), arguments.requiredOperand(0)));

    @Override
    public int execute(Console console) throws Failure {
        return DeploymentOutcome.show(
                client, console, client.connect().post("/admin/rollback", Map.of("bundle", bundle)));
    }
}
