package io.precinct.itests.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The packaged distribution.
 *
 * @param home its folder
 */
public record Distribution(Path home) {
    /** The distribution that the build made, named by the system property {@code precinct.distribution}. */
    public static Distribution built() {
        String home = System.getProperty("precinct.distribution");
        if (home == null || !Files.isExecutable(Path.of(home, "bin", "precinct"))) {
            throw new IllegalStateException("precinct.distribution names no distribution: " + home);
        }
        return new Distribution(Path.of(home));
    }

    /** A command line that runs the program of this distribution. */
    public List<String> command(String... arguments) {
        var command = new ArrayList<String>();
        command.add(home.resolve("bin/precinct").toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Runs a service on any free port and waits until it serves. Runs the framework alone unless {@code --features}
     * adds features.
     */
    public ServerProcess run(Path config, Path data, String... more) {
        return run(config, data, Map.of(), more);
    }

    /** As {@link #run(Path, Path, String...)}, with further environment variables. */
    public ServerProcess run(Path config, Path data, Map<String, String> environment, String... more) {
        var command = command("run", "--config", config.toString(), "--data", data.toString(), "--port", "0");
        command.addAll(List.of(more));
        if (!command.contains("--features")) {
            command.addAll(List.of("--features", "framework"));
        }
        return ServerProcess.start(command, environment);
    }

    /** A copy whose features do not list the bundles for which {@code left} is true. */
    public Distribution copyWithout(Path target, Predicate<String> left) {
        copyTree(home, target);
        try (Stream<Path> features = Files.list(target.resolve("features"))) {
            for (Path feature : features.toList()) {
                List<String> kept = Files.readAllLines(feature).stream()
                        .filter(line -> !left.test(line))
                        .toList();
                Files.write(feature, kept);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Distribution(target);
    }

    /** Copies a folder and what is below it. */
    public static void copyTree(Path from, Path to) {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path source : tree.toList()) {
                Path target = to.resolve(from.relativize(source).toString());
                if (Files.isDirectory(source)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
