package io.precinct.launcher.command;

import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.Arguments;
import io.precinct.launcher.cli.Arguments.Given;
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
    static final Option CONFIG =
            Option.value("--config", "DIR", "folder of the configuration").orVariable("PRECINCT_CONFIG");
    static final Option DATA =
            Option.value("--data", "DIR", "folder that survives restarts").orVariable("PRECINCT_DATA");
    static final Option FEATURES = Option.value("--features", "NAME,…", "features to start; all unless given");

    private CommonOptions() {}

    static Path config(Arguments arguments, Installation installation) throws WrongUsage {
        return path(arguments, CONFIG).orElse(installation.config());
    }

    static Path data(Arguments arguments, Installation installation) throws WrongUsage {
        Optional<Given> named = arguments.given(DATA);
        if (named.isEmpty()) {
            return installation.data();
        }
        Path folder = path(named.get().source(), named.get().value());
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new WrongUsage(named.get().source() + " names " + folder + ", which is no folder");
        }
        return folder;
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

    /** Fails if the folder does not exist; the message states if a variable has named it. */
    static void requireConfiguration(Path folder, Installation installation) throws Failure {
        if (!Files.isDirectory(folder)) {
            throw new Failure("there is no configuration folder " + folder + fromVariable(folder, installation)
                    + "; name one with " + CONFIG.name());
        }
    }

    private static String fromVariable(Path folder, Installation installation) {
        String named = installation.variables().getOrDefault(String.valueOf(CONFIG.variable()), "");
        return !named.isEmpty() && folder.equals(Path.of(named).toAbsolutePath().normalize())
                ? ", which " + CONFIG.variable() + " names"
                : "";
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

    /** The path that an option or its variable names, made absolute; empty if neither is given. */
    static Optional<Path> path(Arguments arguments, Option option) throws WrongUsage {
        Optional<Given> named = arguments.given(option);
        return named.isEmpty()
                ? Optional.empty()
                : Optional.of(path(named.get().source(), named.get().value()));
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
