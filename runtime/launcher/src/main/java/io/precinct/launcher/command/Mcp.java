package io.precinct.launcher.command;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.AdminClient;
import io.precinct.launcher.client.InstanceTarget;
import io.precinct.launcher.data.DataFolder;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Model Context Protocol on stdio: each line of standard input is a message, which the instance answers on its route
 * {@code /mcp}; each line of standard output is an answer. One message after the other.
 *
 * @param target the instance: the one on {@code --data} by its internal listener, or that of {@code --url}
 * @param headers that say who asks
 */
record Mcp(InstanceTarget target, Map<String, String> headers) implements Command {
    private static final String PASSWORD_VARIABLE = "PRECINCT_PASSWORD";
    private static final Option URL =
            Option.value("--url", "URL", "the gateway of an instance, if not the one on --data");
    private static final Option USER = Option.value("--user", "NAME", "who asks; at a gateway its user");
    private static final Option PASSWORD =
            Option.value("--password-file", "FILE", "his password, if not in " + PASSWORD_VARIABLE);

    /** The longest message; the instance takes less unless it is configured to. */
    private static final int LONGEST = 64 << 20;

    private static final int UNAVAILABLE = -32000;
    private static final int PARSE_ERROR = -32700;

    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "mcp",
                    "the tools of the instance on stdio, for a program that speaks the Model Context Protocol",
                    List.of(),
                    List.of(CommonOptions.DATA, URL, USER, PASSWORD)),
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
        return new Mcp(target, user.map(name -> headers(name, password)).orElse(Map.of()));
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

    /** A gateway authenticates its users; the internal listener takes the name. */
    private static Map<String, String> headers(String name, Optional<String> password) {
        if (password.isEmpty()) {
            return Map.of("Mcp-User", name);
        }
        byte[] pair = (name + ":" + password.get()).getBytes(StandardCharsets.UTF_8);
        return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    @Override
    public int execute(Console console) throws Failure {
        InputStream in = new BufferedInputStream(console.in());
        try {
            for (byte[] line = line(in); line != null; line = line(in)) {
                String text = new String(line, StandardCharsets.UTF_8).strip();
                String answer = text.isEmpty() ? null : answer(line, text);
                if (answer != null) {
                    console.out().println(answer);
                    console.out().flush();
                }
                if (console.out().checkError()) {
                    return DONE; // the client has gone
                }
            }
            return DONE;
        } catch (IOException e) {
            throw Failure.of("cannot read standard input", e);
        }
    }

    /** A line without its end, what is beyond {@link #LONGEST} bytes left out; null at the end of the stream. */
    private static byte @Nullable [] line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        int b = in.read();
        if (b < 0) {
            return null;
        }
        for (; b >= 0 && b != '\n'; b = in.read()) {
            if (line.size() < LONGEST) {
                line.write(b);
            }
        }
        return line.toByteArray();
    }

    /** What a message is answered with, or null. An instance that is away for a while is an error of this message. */
    private @Nullable String answer(byte[] line, String text) {
        Object id;
        try {
            id = Json.read(text) instanceof Map<?, ?> message ? message.get("id") : null;
        } catch (MalformedJson e) {
            return error(null, PARSE_ERROR, "a message is one line of JSON: " + e.getMessage());
        }
        try {
            AdminAnswer answer = AdminClient.of(target, headers).post("/mcp", line);
            if (answer.body().length == 0 && answer.good()) {
                return null;
            }
            if (isMessage(answer)) {
                return answer.text().strip();
            }
            return id == null ? null : error(id, UNAVAILABLE, refusal(answer));
        } catch (Failure e) {
            return id == null ? null : error(id, UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private static boolean isMessage(AdminAnswer answer) {
        try {
            return answer.members().containsKey("jsonrpc");
        } catch (Failure e) {
            return false;
        }
    }

    private static String refusal(AdminAnswer answer) {
        try {
            answer.data();
            return answer.from() + " answered with no message of the protocol; is the feature tools running?";
        } catch (Failure e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String error(@Nullable Object id, int code, String message) {
        return Json.compact(Data.map("jsonrpc", "2.0", "id", id, "error", Data.map("code", code, "message", message)));
    }
}
