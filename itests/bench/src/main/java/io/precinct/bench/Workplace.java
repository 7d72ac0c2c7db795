package io.precinct.bench;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Folders, servers and figures that the benchmarks share. Closing it deletes temporary files. */
final class Workplace implements AutoCloseable {
    /** JVM flags that the floors share with the product, so that ratios compare equal conditions. */
    private static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-XX:+UseCountedLoopSafepoints",
            "-XX:LoopStripMiningIter=1000",
            "-Xms96m",
            "-Xmx400m",
            "-Xmn64m",
            "-XX:Tier4InvocationThreshold=40000",
            "-XX:Tier4MinInvocationThreshold=4800",
            "-XX:Tier4CompileThreshold=120000",
            "-XX:Tier4BackEdgeThreshold=320000",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED");

    private final Path folder = Files.createTempDirectory("precinct-bench");
    private int folders;

    Workplace() throws IOException {}

    Distribution distribution() {
        return Distribution.built();
    }

    /** A new empty folder. */
    Path folder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(++folders + "-" + name));
    }

    /** A folder below the checkout's {@code target} that is not deleted when this is closed. */
    static Path kept(String name) throws IOException {
        Path root = Path.of(System.getProperty("precinct.root", System.getProperty("java.io.tmpdir")));
        return Files.createDirectories(root.resolve("target").resolve(name));
    }

    /** A configuration folder with this service.yml. */
    Path config(String yaml) throws IOException {
        Path config = folder("config");
        Files.writeString(config.resolve("service.yml"), yaml);
        return config;
    }

    /** Starts a floor: a main class of this benchmark in a separate process. */
    ServerProcess floor(Class<?> main, String... arguments) {
        return floor(main, Map.of(), arguments);
    }

    /** As {@link #floor(Class, String...)}, with environment variables. */
    ServerProcess floor(Class<?> main, Map<String, String> environment, String... arguments) {
        var command = new ArrayList<>(java());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return ServerProcess.start(command, environment);
    }

    /** The JVM with the shared flags. */
    static List<String> java() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        return command;
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** A line that describes the machine on which the figures were measured. */
    static String machine() {
        String cpu = "unknown CPU";
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            cpu = lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(cpu);
        } catch (IOException e) {
            cpu = cpu + " (" + e.getMessage() + ")";
        }
        return "%d cores of %s, %s, JDK %s"
                .formatted(
                        java.lang.Runtime.getRuntime().availableProcessors(),
                        cpu,
                        System.getProperty("os.name"),
                        System.getProperty("java.version"));
    }

    @Override
    public void close() throws IOException {
        delete(folder);
    }

    /** Deletes a folder and what is below it. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
