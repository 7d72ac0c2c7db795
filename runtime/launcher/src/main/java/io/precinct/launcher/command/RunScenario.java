package io.precinct.launcher.command;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.TextLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a declared scenario inside the instance.
 *
 * @param route name of the route
 * @param scenario name of the scenario, or {@code route} for all scenarios of the route
 * @param params parameters of the request, plain data
 */
record RunScenario(ClientOptions client, String route, String scenario, Map<String, @Nullable Object> params)
        implements Command {
    private static final Option PARAM = Option.repeatable(
            "--param", "NAME=TEXT", "a parameter of the request; NAME:=JSON for one that is not text");

    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "scenario",
                    "runs a declared scenario of a route inside the instance, without a socket",
                    List.of(Operand.required("ROUTE"), Operand.required("NAME")),
                    ClientOptions.options(PARAM)),
            RunScenario::read);

    private static RunScenario read(Arguments arguments, Installation installation) throws WrongUsage {
        Map<String, @Nullable Object> params = new LinkedHashMap<>();
        for (String text : arguments.values(PARAM.name())) {
            int equals = text.indexOf('=');
            if (equals < 1 || text.startsWith(":=")) {
                throw new WrongUsage(PARAM.label() + " is expected, not '" + text + "'");
            }
            boolean json = text.charAt(equals - 1) == ':';
            String value = text.substring(equals + 1);
            params.put(text.substring(0, json ? equals - 1 : equals), json ? json(text, value) : value);
        }
        return new RunScenario(
                ClientOptions.read(arguments, installation),
                arguments.requiredOperand(0),
                arguments.requiredOperand(1),
                params);
    }

    private static @Nullable Object json(String text, String value) throws WrongUsage {
        try {
            return Json.read(value);
        } catch (MalformedJson e) {
            throw new WrongUsage("'" + text + "': " + e.getMessage());
        }
    }

    @Override
    public int execute(Console console) throws Failure {
        AdminAnswer answer = client.connect()
                .post("/admin/scenario", Map.of("route", route, "scenario", scenario, "params", params));
        int code = client.show(console, answer, TextLayout::of);
        boolean mismatch = answer.good() && Boolean.FALSE.equals(answer.data().get("passed"));
        return mismatch ? FAILED : code;
    }
}
