package io.precinct.launcher.container;

import io.precinct.common.spelling.Suggestions;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Installation;
import io.precinct.launcher.cli.WrongUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The enabled features and their bundles.
 *
 * @param names names of the enabled features
 * @param bundles jars of their bundles in start order, each once
 * @param systemPackages packages that bundles get from the class path of the process, as OSGi export clauses
 */
public record Features(List<String> names, List<Path> bundles, List<String> systemPackages) {
    private static final String SUFFIX = ".bundles";
    /** Suffix of the list of bundles that start after those of all features, such as the listener. */
    private static final String LAST = ".last";
    /** The feature that all others need; it starts first. */
    private static final String BASE = "framework";

    public Features {
        names = List.copyOf(names);
        bundles = List.copyOf(bundles);
        systemPackages = List.copyOf(systemPackages);
    }

    /**
     * Reads the lists of the distribution.
     *
     * @param names names of features; empty for all
     * @throws WrongUsage if a name is not the name of a feature
     * @throws Failure if the distribution lacks a file
     */
    public static Features of(Installation installation, List<String> names) throws Failure, WrongUsage {
        Path folder = installation.home().resolve("features");
        List<String> available = available(folder);
        for (String name : names) {
            if (!available.contains(name)) {
                throw new WrongUsage("there is no feature '" + name + "'" + Suggestions.ending(name, available)
                        + " Features: " + String.join(", ", available));
            }
        }
        List<String> enabled =
                names.isEmpty() ? available : names.stream().distinct().toList();
        Set<Path> bundles = new LinkedHashSet<>();
        Set<Path> last = new LinkedHashSet<>();
        Path jars = installation.home().resolve("bundles");
        for (String feature : enabled) {
            lines(folder.resolve(feature + SUFFIX)).forEach(jar -> bundles.add(jars.resolve(jar)));
            Path lasts = folder.resolve(feature + LAST);
            if (Files.exists(lasts)) {
                lines(lasts).forEach(jar -> last.add(jars.resolve(jar)));
            }
        }
        bundles.removeAll(last);
        bundles.addAll(last);
        List<Path> missing =
                bundles.stream().filter(jar -> !Files.isRegularFile(jar)).toList();
        if (!missing.isEmpty()) {
            throw incomplete("these bundles are missing: " + missing);
        }
        return new Features(enabled, List.copyOf(bundles), lines(folder.resolve("system.packages")));
    }

    private static List<String> available(Path folder) throws Failure {
        try (var files = Files.list(folder)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .sorted(Comparator.comparing((String name) -> !name.equals(BASE))
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
            if (!names.isEmpty()) {
                return names;
            }
        } catch (IOException e) {
            throw Failure.of("the distribution is incomplete: no features", e);
        }
        throw incomplete(folder + " lists no feature");
    }

    private static List<String> lines(Path file) throws Failure {
        try {
            List<String> lines = new ArrayList<>(Files.readAllLines(file));
            lines.replaceAll(String::strip);
            lines.removeIf(line -> line.isEmpty() || line.startsWith("#"));
            return lines;
        } catch (IOException e) {
            throw Failure.of("the distribution is incomplete", e);
        }
    }

    private static Failure incomplete(String what) {
        return new Failure("the distribution is incomplete: " + what + "; unpack or build it again");
    }
}
