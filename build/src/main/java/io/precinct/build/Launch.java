package io.precinct.build;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What Maven resolved for a module, from {@code target/test.launch} and {@code target/test.properties}, which the root
 * pom writes.
 *
 * @param arguments options of the JVM that runs its tests
 * @param forks how many such JVMs may share its test classes
 * @param properties system properties of its tests
 * @param testPath the class path of its tests
 * @param compilePath the class path of its main classes, its own classes first
 */
public record Launch(
        List<String> arguments,
        int forks,
        Map<String, String> properties,
        List<Path> testPath,
        List<Path> compilePath) {
    private static final Pattern SPACES = Pattern.compile(" +");

    /** Whether Maven has left the files that {@link #of} reads, however long ago. */
    public static boolean exists(SourceModule module) {
        return Files.exists(file(module));
    }

    /**
     * Whether Maven has left the files that {@link #of} reads after the last change of every relevant pom: that of the
     * module, those of its direct and indirect dependencies, and those of the folders around them; and of every
     * template and script of these modules, which only Maven turns into code.
     */
    public static boolean isCurrent(SourceModule module, Checkout checkout) {
        File launch = file(module).toFile();
        return launch.isFile()
                && read(module, checkout).stream()
                        .allMatch(file -> launch.lastModified() >= file.toFile().lastModified());
    }

    private static Set<Path> read(SourceModule module, Checkout checkout) {
        Set<Path> read = new LinkedHashSet<>();
        Set<SourceModule> seen = new LinkedHashSet<>();
        Deque<SourceModule> next = new ArrayDeque<>(List.of(module));
        while (!next.isEmpty()) {
            SourceModule each = next.removeFirst();
            if (seen.add(each)) {
                Path root = checkout.root().normalize();
                for (Path folder = each.path().normalize();
                        folder != null && folder.startsWith(root);
                        folder = folder.getParent()) {
                    read.add(folder.resolve("pom.xml"));
                }
                for (String kind : List.of("jte", "typescript")) {
                    read.addAll(files(each.path().resolve("src/main").resolve(kind)));
                }
                each.dependencies().forEach(name -> checkout.named(name).ifPresent(next::add));
            }
        }
        return read;
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the files that Maven left. */
    public static Launch of(SourceModule module) {
        Map<String, String> launch = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(file(module))) {
                int equals = line.indexOf('=');
                launch.put(line.substring(0, Math.max(0, equals)), line.substring(equals + 1));
            }
            var properties = new Properties();
            try (var reader = Files.newBufferedReader(module.target().resolve("test.properties"))) {
                properties.load(reader);
            }
            Map<String, String> system = new LinkedHashMap<>();
            properties.stringPropertyNames().stream()
                    .sorted()
                    .forEach(name -> system.put(name, properties.getProperty(name)));
            return new Launch(
                    SPACES.splitAsStream(launch.getOrDefault("arguments", ""))
                            .filter(argument -> !argument.isEmpty())
                            .toList(),
                    Integer.parseInt(launch.getOrDefault("forks", "1")),
                    system,
                    path(launch.getOrDefault("test.path", "")),
                    path(launch.getOrDefault("compile.path", "")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file(SourceModule module) {
        return module.target().resolve("test.launch");
    }

    private static List<Path> path(String entries) {
        var found = new ArrayList<Path>();
        try (Stream<String> each =
                Pattern.compile(Pattern.quote(File.pathSeparator)).splitAsStream(entries)) {
            each.filter(entry -> !entry.isEmpty()).map(Path::of).forEach(found::add);
        }
        return List.copyOf(found);
    }
}
