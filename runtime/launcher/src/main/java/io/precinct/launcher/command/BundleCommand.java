package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import java.util.List;
import java.util.Map;

/**
 * Rolls a bundle back, undeploys, disables or enables it.
 *
 * @param bundle its symbolic name
 * @param force whether names that the configuration uses may be removed
 */
record BundleCommand(ClientOptions client, Action action, String bundle, boolean force) implements Command {
    /** The operation on the bundle. */
    enum Action {
        ROLLBACK("rollback", "goes back to the generation of a bundle that served before the present one"),
        UNDEPLOY("undeploy", "takes a deployed bundle out of service; rollback brings it back"),
        DISABLE("disable", "keeps a shipped bundle from serving, now and after a restart"),
        ENABLE("enable", "lets a bundle serve that was disabled");

        private final String word;
        private final CommandType type;

        Action(String word, String summary) {
            this.word = word;
            boolean takesAway = !word.equals("enable");
            this.type = new CommandType(
                    new Syntax(
                            word,
                            summary,
                            List.of(Operand.required("NAME")),
                            takesAway ? ClientOptions.options(Deploy.FORCE) : ClientOptions.options()),
                    (arguments, installation) -> new BundleCommand(
                            ClientOptions.read(arguments, installation),
                            this,
                            arguments.requiredOperand(0),
                            takesAway && arguments.has(Deploy.FORCE.name())));
        }

        CommandType type() {
            return type;
        }
    }

    @Override
    public int execute(Console console) throws Failure {
        return DeploymentOutcome.show(client, console, client.connect().post("/admin/" + action.word, body()));
    }

    private Map<String, Object> body() {
        return force ? Map.of("bundle", bundle, "force", true) : Map.of("bundle", bundle);
    }
}
