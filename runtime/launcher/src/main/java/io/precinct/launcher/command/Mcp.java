package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.InstanceTarget;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.mcp.Endpoint;
import io.precinct.launcher.mcp.McpBridge;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Model Context Protocol on stdio. Each line of standard input is a message, which the instance answers on its
 * route {@code /mcp}. Each line of standard output is an answer, or a notification that the list of tools has changed.
 * Messages are handled concurrently.
 *
 * @param target the instance: the one on {@code --data} by its internal listener, or the one at {@code --url}
 * @param headers headers that identify the user
 * @param readOnly whether only tools that change nothing are offered
 */
record Mcp(InstanceTarget target, Map<String, String> headers, boolean readOnly) implements Command {
    private static final String PASSWORD_VARIABLE = "PRECINCT_PASSWORD";
    private static final Option URL =
            Option.value("--url", "URL", "the gateway of an instance, if not the one on --data");
    private static final Option USER = Option.value("--user", "NAME", "who asks; at a gateway its user");
    private static final Option PASSWORD =
            Option.value("--password-file", "FILE", "his password, if not in " + PASSWORD_VARIABLE);

    private static final Option READ_ONLY = Option.flag("--read-only", "offer only what changes nothing");

    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "mcp",
                    "the tools of the instance on stdio, for a program that speaks the Model Context Protocol",
                    List.of(),
                    List.of(CommonOptions.DATA, URL, USER, PASSWORD, READ_ONLY)),
            Mcp::read);

    private static Mcp read(Arguments arguments, Installation installation) throws WrongUsage {
        Optional<URI> url = ClientOptions.url(arguments);
        var target =
                new InstanceTarget(new DataFolder(CommonOptions.data(arguments, installation)), url, Optional.empty());
        Optional<String> user = arguments.value(USER.name());
        Optional<String> password = password(arguments);
        if (password.isPresent() && user.isEmpty()) {
            throw new WrongUsage("a password needs " + USER.label());
        }
        return new Mcp(
                target, user.map(name -> headers(name, password)).orElse(Map.of()), arguments.has(READ_ONLY.name()));
    }

    private static Optional<String> password(Arguments arguments) throws WrongUsage {
        Optional<Path> file = CommonOptions.path(arguments, PASSWORD);
        if (file.isEmpty()) {
            return Optional.ofNullable(System.getenv(PASSWORD_VARIABLE)).filter(text -> !text.isEmpty());
        }
        try {
            return Files.readAllLines(file.get()).stream().findFirst();
        } catch (IOException e) {
            throw new WrongUsage(PASSWORD.name() + ": cannot read " + file.get());
        }
    }

    /** The headers that identify the user: a gateway checks the password; the internal listener accepts the name. */
    private static Map<String, String> headers(String name, Optional<String> password) {
        if (password.isEmpty()) {
            return Map.of("Mcp-User", name);
        }
        byte[] pair = (name + ":" + password.get()).getBytes(StandardCharsets.UTF_8);
        return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    @Override
    public int execute(Console console) throws Failure {
        var endpoint = new Endpoint(target, headers, readOnly ? "/mcp/readonly" : "/mcp");
        try (var bridge = new McpBridge(endpoint, console.out())) {
            bridge.run(console.in());
            return DONE;
        } catch (IOException e) {
            throw Failure.of("cannot read standard input", e);
        }
    }
}
