package io.precinct.launcher.command;

import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Option;
import io.precinct.launcher.cli.WrongUsage;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Options and texts that several commands share. */
final class CommonOptions {
    static final Option CONFIG = Option.value("--config", "DIR", "folder of the configuration");
    static final Option DATA = Option.value("--data", "DIR", "folder that survives restarts");
    static final Option FEATURES = Option.value("--features", "NAME,…", "features to start; all unless given");

    private CommonOptions() {}

    static Path config(Arguments arguments, Installation installation) throws WrongUsage {
        return path(arguments, CONFIG).orElse(installation.config());
    }

    static Path data(Arguments arguments, Installation installation) throws WrongUsage {
        return path(arguments, DATA).orElse(installation.data());
    }

    static List<String> features(Arguments arguments) throws WrongUsage {
        List<String> names = arguments.value(FEATURES.name()).stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        if (arguments.has(FEATURES.name()) && names.isEmpty()) {
            throw new WrongUsage(FEATURES.name() + " names no feature");
        }
        return names;
    }

    /** Fails if there is no such folder. */
    static void requireConfiguration(Path folder) throws Failure {
        if (!Files.isDirectory(folder)) {
            throw new Failure("there is no configuration folder " + folder + "; name one with --config");
        }
    }

    /** The number of warnings, as the end of a line; empty if there are none. */
    static String warnings(int number) {
        return switch (number) {
            case 0 -> "";
            case 1 -> " (1 warning)";
            default -> " (" + number + " warnings)";
        };
    }

    /** Indented lines, as the end of a message. */
    static String list(List<String> lines) {
        return lines.isEmpty() ? "" : ":\n  " + String.join("\n  ", lines);
    }

    /** The path that an option names, made absolute; empty if it is not given. */
    static Optional<Path> path(Arguments arguments, Option option) throws WrongUsage {
        Optional<String> named = arguments.value(option.name());
        return named.isEmpty() ? Optional.empty() : Optional.of(path(option.name(), named.get()));
    }

    /** A path from the command line, made absolute. */
    static Path path(String what, String value) throws WrongUsage {
        if (value.isBlank()) {
            throw new WrongUsage(what + " is empty");
        }
        try {
            return Path.of(value).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new WrongUsage(what + " is no path: " + e.getReason());
        }
    }
}
