package io.precinct.launcher.command;

import io.precinct.common.uri.PercentCoding;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import io.precinct.launcher.client.TextLayout;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Explains why a request, a route or a bundle works or does not work, and what an incident was.
 *
 * @param name such as {@code GET /notes/7}, the name of a route or bundle, or the number of an incident
 */
record Explain(ClientOptions client, String name) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "explain",
                    "answers why a request, a route, a boundary or a bundle does or does not work, and what an incident was",
                    List.of(Operand.required("WHAT")),
                    ClientOptions.options()),
            (arguments, installation) ->
                    new Explain(ClientOptions.read(arguments, installation), arguments.requiredOperand(0)));

    @Override
    public int execute(Console console) throws Failure {
        return client.show(
                console, client.connect().get("/admin/explain?what=" + PercentCoding.encode(name)), Explain::text);
    }

    /** The sentence that explains it, and below it the facts. */
    private static String text(Map<String, @Nullable Object> answer) {
        return answer.get("sentence") instanceof String sentence
                ? sentence + "\n\n" + TextLayout.of(answer.get("facts"))
                : TextLayout.of(answer);
    }
}
