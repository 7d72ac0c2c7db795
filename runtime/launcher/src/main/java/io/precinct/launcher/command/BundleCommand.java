package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.AdminAnswer;
import java.util.List;
import java.util.Map;

/**
 * Rolls a bundle back, undeploys, disables or enables it, in the running instance or, if none runs, for its next start.
 *
 * @param offline executes it if no instance runs
 * @param bundle its symbolic name
 * @param force whether names that the configuration uses may be removed
 */
record BundleCommand(ClientOptions client, OfflineDeployments offline, Action action, String bundle, boolean force)
        implements Command {
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
                            takesAway
                                    ? ClientOptions.optionsWithoutInstance(Deploy.FORCE)
                                    : ClientOptions.optionsWithoutInstance()),
                    (arguments, installation) -> new BundleCommand(
                            ClientOptions.read(arguments, installation),
                            OfflineDeployments.read(arguments, installation),
                            this,
                            arguments.requiredOperand(0),
                            takesAway && arguments.has(Deploy.FORCE.name())));
        }

        CommandType type() {
            return type;
        }
    }

    @Override
    public int execute(Console console) throws Failure, WrongUsage, InterruptedException {
        AdminAnswer answer = client.isForRecords()
                ? offline.execute(console, action.word, bundle, force)
                : client.connect().post("/admin/" + action.word, body());
        return DeploymentOutcome.show(client, console, answer);
    }

    private Map<String, Object> body() {
        return force ? Map.of("bundle", bundle, "force", true) : Map.of("bundle", bundle);
    }
}
