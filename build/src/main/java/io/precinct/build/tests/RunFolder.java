package io.precinct.build.tests;

import io.precinct.build.Checkout;
import io.precinct.build.Launch;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folders of a test run. What tests put into their temporary folder is removed at the end, what they print stays
 * until the next run.
 *
 * @param output the output of classes, below {@code target/tests}
 * @param temporary the temporary folder of tests and of the products that they start; in memory if there is room
 * @param loads the JVMs' logs of loaded classes
 * @param launcherPath JUnit's launcher and the worker's program
 * @param properties system properties given to this run, which it passes on to the tests
 */
record RunFolder(Path output, Path temporary, Path loads, List<Path> launcherPath, Map<String, String> properties)
        implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "precinct-tests-";
    private static final Pattern ABANDONED = Pattern.compile(PREFIX + "(\\d{1,10})-\\d+");
    private static final long ENOUGH = 6L << 30;

    static RunFolder open(Checkout checkout) {
        try {
            Path output = checkout.root().resolve("target/tests/output");
            delete(output);
            Files.createDirectories(output);
            Path roomy = roomy();
            removeAbandoned(roomy);
            Path temporary = Files.createTempDirectory(
                    roomy, PREFIX + ProcessHandle.current().pid() + "-");
            // As in the usual folder, other users may pass through: a database server runs as one.
            if (Files.getFileStore(temporary).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
            }
            Path loads = Files.createDirectory(temporary.resolve("loads"));
            var build = checkout.named("precinct-build").orElseThrow();
            List<Path> launcher = Launch.of(build).testPath().stream()
                    .filter(entry -> entry.startsWith(build.classes())
                            || entry.getFileName().toString().startsWith("junit-platform-")
                            || entry.getFileName().toString().startsWith("opentest4j"))
                    .toList();
            return new RunFolder(output, temporary, loads, launcher, given());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the leftovers of killed runs. */
    private static void removeAbandoned(Path parent) throws IOException {
        try (Stream<Path> entries = Files.list(parent)) {
            for (Path entry : entries.toList()) {
                Matcher owner = ABANDONED.matcher(entry.getFileName().toString());
                if (owner.matches()
                        && ProcessHandle.of(Long.parseLong(owner.group(1))).isEmpty()
                        && Files.isWritable(entry)) {
                    delete(entry);
                }
            }
        }
    }

    /** {@code -Dprecinct.…} and {@code -DQT_…} of the command line. */
    private static Map<String, String> given() {
        Map<String, String> given = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith("precinct.") || name.startsWith("QT_")) {
                given.put(name, System.getProperty(name));
            }
        }
        return given;
    }

    /** Memory if there is plenty and programs may be run from it, else the usual folder. */
    private static Path roomy() throws IOException {
        Path usual = Path.of(System.getProperty("java.io.tmpdir"));
        if (!Files.isWritable(MEMORY)) {
            return usual;
        }
        FileStore store = Files.getFileStore(MEMORY);
        boolean programs = Files.isReadable(Path.of("/proc/mounts"))
                && Files.readAllLines(Path.of("/proc/mounts")).stream()
                        .noneMatch(line -> line.contains(" " + MEMORY + " ") && line.contains("noexec"));
        return programs && store.getUsableSpace() >= ENOUGH ? MEMORY : usual;
    }

    @Override
    public void close() {
        delete(temporary);
    }

    /** Deletes a folder; files that are being written or deleted meanwhile do not keep the rest. */
    private static void delete(Path folder) {
        File[] entries = Files.isSymbolicLink(folder) ? null : folder.toFile().listFiles();
        for (File entry : entries == null ? new File[0] : entries) {
            delete(entry.toPath());
        }
        folder.toFile().delete();
    }
}
