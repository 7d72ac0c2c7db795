package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.container.Container;
import io.precinct.launcher.container.Features;
import io.precinct.launcher.container.Readiness;
import io.precinct.launcher.container.Readiness.Outcome;
import io.precinct.launcher.container.Settings;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.data.DataFolderLock;
import io.precinct.launcher.log.Logging;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs maintenance on a data folder while no instance runs on it, in a container without listener and deployments.
 *
 * @param config folder of the configuration, which may name a database other than the embedded one
 * @param data the data folder, which this process locks meanwhile
 */
record Maintenance(Installation installation, Path config, Path data) {
    /** Large databases take a long time; the user may end the process at any time. */
    private static final Duration PATIENCE = Duration.ofHours(24);

    private static final Duration ANSWER = Duration.ofSeconds(60);

    private static final String NO_TOKEN = "";

    /** Maintenance on the folders that the arguments name, or on those of the installation. */
    static Maintenance read(Arguments arguments, Installation installation) throws WrongUsage {
        return new Maintenance(
                installation,
                CommonOptions.config(arguments, installation),
                CommonOptions.data(arguments, installation));
    }

    /** Runs a container with the settings, to which {@code request} adds the work to do. */
    void execute(Console console, Consumer<Settings> request) throws Failure, WrongUsage, InterruptedException {
        call(request, readiness -> judge(console, readiness));
    }

    /**
     * Has a command executed on the records of deployments; the configuration need not be good.
     *
     * @param command as JSON
     * @return the answer as JSON
     */
    String deployments(String command) throws Failure, WrongUsage, InterruptedException {
        return call(
                settings -> settings.deployments(command),
                readiness -> readiness
                        .awaitAnswer(ANSWER)
                        .orElseThrow(() -> new Failure("there was no answer within " + ANSWER.toSeconds() + " s")));
    }

    /** What is waited for in a container. */
    private interface Wait<T> {
        T on(Readiness readiness) throws Failure, InterruptedException;
    }

    private <T> T call(Consumer<Settings> request, Wait<T> wait) throws Failure, WrongUsage, InterruptedException {
        Features enabled = Features.of(installation, List.of());
        CommonOptions.requireConfiguration(config, installation);
        System.setOut(System.err);
        try (Logging logging = Logging.errorsToConsole();
                TemporaryFolder cache = TemporaryFolder.create("precinct-maintenance");
                DataFolderLock lock = DataFolderLock.of(new DataFolder(data), installation)) {
            Settings settings = new Settings(Settings.Mode.CHECK, installation.version())
                    .folders(installation.home(), config, data)
                    .features(enabled.names())
                    .token(NO_TOKEN);
            request.accept(settings);
            boolean done = false;
            try {
                T result = run(Container.create(settings, enabled, cache.path()), enabled, wait);
                done = true;
                return result;
            } finally {
                if (!done) {
                    lock.withdraw();
                }
            }
        } catch (IOException e) {
            throw Failure.of("cannot give back the data folder " + data, e);
        }
    }

    private static <T> T run(Container container, Features enabled, Wait<T> wait) throws Failure, InterruptedException {
        try {
            container.start(enabled.bundles(), () -> false);
            return wait.on(container.readiness());
        } finally {
            container.stop();
        }
    }

    private static Outcome judge(Console console, Readiness readiness) throws Failure, InterruptedException {
        Outcome outcome = readiness
                .awaitConfiguration(PATIENCE)
                .orElseThrow(() -> new Failure("it did not end within " + PATIENCE.toHours() + " hours"));
        return switch (outcome) {
            case Outcome.GoodConfiguration good -> good;
            case Outcome.Hopeless hopeless -> throw new Failure(hopeless.reason());
            case Outcome.BadConfiguration bad -> {
                bad.problems().forEach(console.out()::println);
                throw new Failure("the configuration is not good");
            }
            default -> throw new IllegalStateException("nobody asked for " + outcome);
        };
    }
}
