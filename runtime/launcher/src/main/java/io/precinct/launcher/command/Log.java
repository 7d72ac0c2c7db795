package io.precinct.launcher.command;

import io.precinct.common.uri.PercentCoding;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.Syntax.Operand;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.AdminClient;
import io.precinct.launcher.client.TextLayout;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows the log levels, or changes one until the next start.
 *
 * @param change the change; empty to show the levels
 */
record Log(ClientOptions client, Optional<Change> change) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "log",
                    "shows the log levels, or changes one until the next start",
                    List.of(
                            Operand.optional("NAME"),
                            Operand.optional("LEVEL", "trace", "debug", "info", "warn", "error", "off", "default")),
                    ClientOptions.options()),
            Log::read);

    /**
     * A new level.
     *
     * @param logger its name
     * @param level in lower case
     */
    record Change(String logger, String level) {}

    private static Log read(Arguments arguments, Installation installation) throws WrongUsage {
        Optional<String> name = arguments.operand(0);
        Optional<String> level = arguments.operand(1);
        if (name.isPresent() && level.isEmpty()) {
            throw new WrongUsage("LEVEL is missing");
        }
        return new Log(
                ClientOptions.read(arguments, installation),
                name.map(logger -> new Change(logger, level.orElseThrow())));
    }

    @Override
    public int execute(Console console) throws Failure {
        AdminClient instance = client.connect();
        AdminAnswer answer = change.isEmpty()
                ? instance.get("/admin/loggers")
                : instance.put(
                        "/admin/loggers/" + PercentCoding.encode(change.get().logger()),
                        Map.of("level", change.get().level()));
        return client.show(console, answer, TextLayout::of);
    }
}
