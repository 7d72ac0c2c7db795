package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import java.util.List;
import java.util.Map;

/**
 * Takes a bundle out of service, or lets it serve again.
 *
 * @param bundle its symbolic name
 */
record Withdraw(Client client, Action action, String bundle) implements Command {
    /** What is done with it. */
    enum Action {
        /** A deployed bundle goes. */
        UNDEPLOY("undeploy", "takes a deployed bundle out of service; rollback brings it back"),
        /** A shipped bundle does not serve. */
        DISABLE("disable", "keeps a shipped bundle from serving, now and after a restart"),
        /** A shipped bundle serves again. */
        ENABLE("enable", "lets a bundle serve that was disabled");

        private final String word;
        private final CommandType type;

        Action(String word, String summary) {
            this.word = word;
            this.type = new CommandType(
                    new Syntax(word, summary, List.of(Operand.required("NAME")), Client.options()),
                    (arguments, installation) ->
                            new Withdraw(Client.read(arguments, installation), this, arguments.requiredOperand(0)));
        }

        CommandType type() {
            return type;
        }
    }

    @Override
    public int execute(Console console) throws Failure {
        return DeploymentOutcome.show(
                client, console, client.connect().post("/admin/" + action.word, Map.of("bundle", bundle)));
    }
}
