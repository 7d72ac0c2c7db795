package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Arguments.Given;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.AdminClient;
import io.precinct.launcher.client.Credentials;
import io.precinct.launcher.client.InstanceTarget;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.data.RunFile;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The options of every command that talks to the running instance.
 *
 * @param target the instance
 * @param json whether its answer is printed as received
 */
record ClientOptions(InstanceTarget target, boolean json) {
    /** The variable with the name of a user of the gateway. There is no option for it, as for the password. */
    private static final String USER = "PRECINCT_USER";
    /**
     * The variable with the user's password. There is no option for it: all users of the machine could see its value.
     */
    private static final String PASSWORD = "PRECINCT_PASSWORD";

    private static final Option URL = Option.value("--url", "URL", "address of the instance, if not the one on --data");
    /** The address of the instance; at a gateway, {@link #USER} and {@link #PASSWORD} authenticate the user. */
    private static final Option ADMIN_URL = Option.value(
                    "--url",
                    "URL",
                    "address of the instance, if not the one on --data; at a gateway " + USER + " and " + PASSWORD
                            + " say who asks")
            .orVariable("PRECINCT_URL");

    private static final Option TOKEN =
            Option.value("--token", "TOKEN", "its token, if not in --data").orVariable("PRECINCT_TOKEN");
    private static final Option CACERT = Option.value(
            "--cacert", "FILE", "certificates in PEM that are trusted for https, in place of those of the JDK");
    private static final Option JSON = Option.flag("--json", "prints the answer as JSON");

    /** {@code own} and the options that name the instance. */
    static List<Option> options(Option... own) {
        List<Option> options = new ArrayList<>(List.of(own));
        options.addAll(List.of(JSON, CommonOptions.DATA, ADMIN_URL, TOKEN, CACERT));
        return options;
    }

    static ClientOptions read(Arguments arguments, Installation installation) throws WrongUsage {
        Optional<Given> named = arguments.given(ADMIN_URL);
        if (arguments.has(CommonOptions.DATA.name()) && !arguments.has(URL.name())) {
            named = Optional.empty(); // an option wins over a variable that names another instance
        }
        Optional<URI> url = named.isEmpty() ? Optional.empty() : Optional.of(url(named.get()));
        Optional<Credentials> credentials = credentials(arguments, url);
        Optional<String> token = arguments.given(TOKEN).map(Given::value).filter(text -> !text.isBlank());
        if (token.isPresent() && !token.get().chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new WrongUsage("a token has no spaces and nothing beyond ASCII");
        }
        return new ClientOptions(
                new InstanceTarget(
                        new DataFolder(CommonOptions.data(arguments, installation)),
                        url,
                        token,
                        credentials,
                        CommonOptions.path(arguments, CACERT)),
                arguments.has(JSON.name()));
    }

    /** The credentials for a gateway; empty for an instance of this machine, or if a token is used. */
    private static Optional<Credentials> credentials(Arguments arguments, Optional<URI> url) throws WrongUsage {
        Optional<String> user = arguments.variable(USER).map(Given::value);
        Optional<String> password = arguments.variable(PASSWORD).map(Given::value);
        if (url.isEmpty() || user.isEmpty() && password.isEmpty() || arguments.has(TOKEN.name())) {
            return Optional.empty();
        }
        if (user.isEmpty() || password.isEmpty()) {
            throw new WrongUsage((user.isEmpty() ? USER : PASSWORD) + " is missing: a gateway asks for both");
        }
        if (arguments.given(TOKEN).isPresent()) {
            throw new WrongUsage(TOKEN.variable() + " and " + USER + " exclude each other");
        }
        if (user.get().contains(":") || (user.get() + password.get()).chars().anyMatch(Character::isISOControl)) {
            throw new WrongUsage(USER + " has no colon, and neither it nor " + PASSWORD + " a control character");
        }
        if (!"https".equals(url.get().getScheme()) && !InstanceTarget.isLoopback(url.get())) {
            throw new WrongUsage(PASSWORD + " is sent over https or to this machine only, not to " + url.get());
        }
        return Optional.of(new Credentials(user.get(), password.get()));
    }

    /** {@link #options} and those of a command that works on the data folder if no instance runs on it. */
    static List<Option> optionsWithoutInstance(Option... own) {
        List<Option> options = options(own);
        options.add(CommonOptions.CONFIG);
        return options;
    }

    /** Whether the command is for a running instance: one that {@code --url} names, or that runs on the data folder. */
    boolean isForInstance() throws Failure {
        Optional<RunFile> running = RunFile.read(target.folder());
        return target.url().isPresent()
                || running.isPresent() && ProcessHandle.of(running.get().pid()).isPresent();
    }

    /** Whether nothing runs on the data folder, and an instance did before. */
    boolean isForRecords() throws Failure {
        return !isForInstance() && Files.isDirectory(target.folder().path().resolve("deployments"));
    }

    AdminClient connect() throws Failure {
        return AdminClient.of(target);
    }

    /**
     * Prints an answer: as received, or formatted by {@code text}.
     *
     * @return the exit code
     * @throws Failure if the answer is an error; with {@code --json} it is printed instead
     */
    int show(Console console, AdminAnswer answer, Function<Map<String, @Nullable Object>, String> text) throws Failure {
        if (json) {
            console.out().println(answer.text());
        } else {
            console.out().print(text.apply(answer.data()));
        }
        return answer.good() ? Command.DONE : answer.kind().exitCode();
    }

    /** The address that {@code --url} names, or empty. */
    static Optional<URI> url(Arguments arguments) throws WrongUsage {
        Optional<Given> given = arguments.given(URL);
        return given.isEmpty() ? Optional.empty() : Optional.of(url(given.get()));
    }

    private static URI url(Given given) throws WrongUsage {
        if (given.value().contains("@")) {
            throw new WrongUsage(given.source() + " names nobody: " + USER + " and " + PASSWORD + " say who asks");
        }
        try {
            URI url = URI.create(given.value());
            if (url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // reported below, together with URIs that are not addresses
        }
        throw new WrongUsage(
                given.source() + " is an address such as http://127.0.0.1:3000, not '" + given.value() + "'");
    }
}
