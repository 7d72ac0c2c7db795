package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Arguments.Given;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.Syntax;
import io.precinct.launcher.cli.WrongUsage;
import io.precinct.launcher.container.Features;
import io.precinct.launcher.container.Shutdown;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.data.DataFolderLock;
import io.precinct.launcher.log.Logging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs an instance in the foreground until it is stopped.
 *
 * @param config folder of the configuration
 * @param data folder that survives restarts
 * @param features names of the features to start; empty for all
 * @param port overrides the configured one
 * @param strictInput the strict_input argument of the boot call
 */
record Run(
        Installation installation,
        Path config,
        Path data,
        List<String> features,
        Optional<Integer> port,
        Optional<Boolean> strictInput)
        implements Command {
    private static final Option PORT = Option.value("--port", "N", "port to listen on; wins over port: of service.yml")
            .orVariable("PRECINCT_PORT");
    private static final Option STRICT_INPUT = Option.optionalValue(
            "--strict-input", "true|false", "refuses input that a boundary does not declare; wins over strict_input:");

    static final CommandType TYPE = new CommandType(
            new Syntax(
                    "run",
                    "runs in the foreground; says on stdout when it is ready, stops at SIGTERM and Ctrl-C",
                    List.of(),
                    List.of(CommonOptions.CONFIG, CommonOptions.DATA, CommonOptions.FEATURES, PORT, STRICT_INPUT)),
            Run::read);

    private static Run read(Arguments arguments, Installation installation) throws WrongUsage {
        return new Run(
                installation,
                CommonOptions.config(arguments, installation),
                CommonOptions.data(arguments, installation),
                CommonOptions.features(arguments),
                port(arguments),
                strictInput(arguments));
    }

    private static Optional<Integer> port(Arguments arguments) throws WrongUsage {
        Optional<Given> given = arguments.given(PORT);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        String text = given.get().value();
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= 0xFFFF) {
                return Optional.of(port);
            }
        } catch (NumberFormatException e) {
            // reported below, together with numbers that are not ports
        }
        throw new WrongUsage(given.get().source() + " is a number from 0 (any free one) to 65535, not '" + text + "'");
    }

    private static Optional<Boolean> strictInput(Arguments arguments) throws WrongUsage {
        Optional<String> text = arguments.value(STRICT_INPUT.name());
        return switch (text.orElse("absent")) {
            case "absent" -> Optional.empty();
            case "", "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> throw new WrongUsage(STRICT_INPUT.name() + " is true or false, not '" + text.get() + "'");
        };
    }

    @Override
    public int execute(Console console) throws Failure, WrongUsage, InterruptedException {
        Features enabled = Features.of(installation, features);
        CommonOptions.requireConfiguration(config, installation);
        // Output of bundles goes to stderr: scripts read stdout, which must contain only the line that reports that the
        // instance is ready.
        System.setOut(System.err);
        try (Shutdown shutdown = Shutdown.armed(console);
                DataFolderLock lock = DataFolderLock.of(new DataFolder(data), installation);
                Logging logging = Logging.toFolder(lock.folder().logs())) {
            shutdown.lastWill(() -> deleteQuietly(lock.folder().runFile()));
            return new Instance(this, console, shutdown, lock.folder(), enabled).live();
        } catch (IOException e) {
            throw Failure.of("cannot give back the data folder " + data, e);
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The process ends now; the next start removes the file.
        }
    }
}
