package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.AdminClient;
import io.precinct.launcher.client.InstanceTarget;
import io.precinct.launcher.data.DataFolder;
import java.net.URI;
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
    private static final String TOKEN_VARIABLE = "PRECINCT_TOKEN";
    private static final Option URL = Option.value("--url", "URL", "address of the instance, if not the one on --data");
    private static final Option TOKEN =
            Option.value("--token", "TOKEN", "its token, if not in --data; " + TOKEN_VARIABLE + " holds it as well");
    private static final Option JSON = Option.flag("--json", "prints the answer as JSON");

    /** {@code own} and the options that name the instance. */
    static List<Option> options(Option... own) {
        List<Option> options = new ArrayList<>(List.of(own));
        options.addAll(List.of(JSON, CommonOptions.DATA, URL, TOKEN));
        return options;
    }

    static ClientOptions read(Arguments arguments, Installation installation) throws WrongUsage {
        Optional<String> token = arguments
                .value(TOKEN.name())
                .or(() -> Optional.ofNullable(System.getenv(TOKEN_VARIABLE)))
                .filter(text -> !text.isBlank());
        if (token.isPresent() && !token.get().chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new WrongUsage("a token has no spaces and nothing beyond ASCII");
        }
        return new ClientOptions(
                new InstanceTarget(new DataFolder(CommonOptions.data(arguments, installation)), url(arguments), token),
                arguments.has(JSON.name()));
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
        return answer.good() ? Command.DONE : Command.FAILED;
    }

    /** The address that {@code --url} names, or empty. */
    static Optional<URI> url(Arguments arguments) throws WrongUsage {
        Optional<String> text = arguments.value(URL.name());
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI url = URI.create(text.get());
            if (url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return Optional.of(url);
            }
        } catch (IllegalArgumentException e) {
            // reported below, together with URIs that are not addresses
        }
        throw new WrongUsage(URL.name() + " is an address such as http://127.0.0.1:3000, not '" + text.get() + "'");
    }
}
