package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.container.Container;
import io.precinct.launcher.container.Features;
import io.precinct.launcher.container.Readiness.Outcome;
import io.precinct.launcher.container.Settings;
import io.precinct.launcher.log.Logging;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Loads and checks the configuration in a container without listener and deployments. Does not change the data folder,
 * so that it can run beside the instance that serves.
 *
 * @param config folder of the configuration
 * @param data folder against which default paths are resolved
 * @param features names of the features whose configuration is checked; empty for all
 */
record Check(Installation installation, Path config, Path data, List<String> features) implements Command {
    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "check",
                    "checks the whole configuration and prints every error as file:line: message (hint)",
                    List.of(),
                    List.of(CommonOptions.CONFIG, CommonOptions.DATA, CommonOptions.FEATURES)),
            (arguments, installation) -> new Check(
                    installation,
                    CommonOptions.config(arguments, installation),
                    CommonOptions.data(arguments, installation),
                    CommonOptions.features(arguments)));

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String NO_TOKEN = "";

    @Override
    public int execute(Console console) throws Failure, WrongUsage, InterruptedException {
        Features enabled = Features.of(installation, features);
        CommonOptions.requireConfiguration(config, installation);
        System.setOut(System.err);
        try (Logging logging = Logging.errorsToConsole();
                TemporaryFolder cache = TemporaryFolder.create("precinct-check")) {
            return judge(console, enabled, cache.path());
        } catch (IOException e) {
            throw Failure.of("cannot unpack the bundles", e);
        }
    }

    private int judge(Console console, Features enabled, Path cache) throws Failure, InterruptedException {
        Settings settings = new Settings(Settings.Mode.CHECK, installation.version())
                .folders(installation.home(), config, data)
                .features(enabled.names())
                .token(NO_TOKEN);
        Container container = Container.create(settings, enabled, cache);
        try {
            container.start(enabled.bundles(), () -> false);
            Optional<Outcome> outcome = container.readiness().awaitConfiguration(DEADLINE);
            if (outcome.isEmpty()) {
                throw new Failure("the configuration was not judged within " + DEADLINE.toSeconds() + " s"
                        + CommonOptions.list(container.diagnosis()));
            }
            return report(console, outcome.get());
        } finally {
            container.stop();
        }
    }

    private int report(Console console, Outcome outcome) {
        return switch (outcome) {
            case Outcome.BadConfiguration bad -> {
                bad.problems().forEach(console.out()::println);
                yield FAILED;
            }
            case Outcome.GoodConfiguration good -> {
                good.warnings().forEach(console.out()::println);
                console.out()
                        .println("ok: " + config
                                + CommonOptions.warnings(good.warnings().size()));
                yield DONE;
            }
            default -> throw new IllegalStateException("nobody asked for " + outcome);
        };
    }
}
