package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Maven as a plug-in author has it: the Maven that runs this build, with the user's own settings. Its local repository
 * is a view of the user's: everything is a link into that repository, so downloads land there for the next build. Only
 * {@code io/precinct} belongs to the test. {@link #bin} contains its {@code mvn}, and must be first in the path.
 * Closing
 * it removes the links.
 */
final class GuideMaven implements AutoCloseable {
    private static final Path USERS = Path.of(System.getProperty("precinct.maven.repository"));

    private final Path repository;
    final Path bin;

    private GuideMaven(Path folder) {
        repository = folder.resolve("repository");
        bin = folder.resolve("bin");
    }

    /** A Maven for which nothing of Precinct is installed. */
    static GuideMaven bare(Path folder) {
        var maven = new GuideMaven(folder);
        try {
            link(USERS, maven.repository, "io");
            link(USERS.resolve("io"), maven.repository.resolve("io"), "precinct");
            Files.createDirectories(maven.bin);
            Path script = Files.writeString(maven.bin.resolve("mvn"), maven.script());
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return maven;
    }

    /** A Maven that finds the artifacts of this build as if they were installed. */
    static GuideMaven withPrecinct(Path folder) {
        GuideMaven maven = bare(folder);
        Distribution.copyTree(
                Path.of(System.getProperty("precinct.repository"), "io", "precinct"),
                maven.repository.resolve("io/precinct"));
        return maven;
    }

    private static void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                Path name = entry.getFileName();
                if (Files.isDirectory(entry) && !name.toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(name), entry.toRealPath());
                }
            }
        }
    }

    /**
     * The script {@code mvn}. It skips the check of the format, which the build around this test has done already. It
     * uses only the first compiler of the JVM, because the tests of plug-ins are short. PRECINCT_MAVEN_ARGS are the
     * arguments that the user gave the build.
     */
    private String script() {
        return """
                #!/bin/sh
                exec "%s/bin/mvn" "-Dmaven.repo.local=%s" -Dspotless.check.skip=true \\
                    -DargLine=-XX:TieredStopAtLevel=1 ${PRECINCT_MAVEN_ARGS:-} "$@"
                """.formatted(System.getProperty("precinct.maven.home"), repository);
    }

    /** The environment of a command: this Maven is first in the path, and uses the JDK of this test. */
    Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", bin + ":" + System.getenv("PATH"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put(
                "MAVEN_OPTS",
                "-XX:TieredStopAtLevel=1 --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED");
        return environment;
    }

    /** Runs Maven in a folder and expects that it succeeds. */
    void run(Path folder, String... arguments) {
        var result = execute(folder, arguments);
        assertThat(result.exit())
                .as("mvn %s in %s:\n%s", String.join(" ", arguments), folder, result)
                .isZero();
    }

    /** Runs Maven in a folder. */
    GuideShell.Result execute(Path folder, String... arguments) {
        var command = new ArrayList<>(List.of(bin.resolve("mvn").toString(), "-q", "-B"));
        command.addAll(List.of(arguments));
        return GuideShell.execute(folder, environment(), command);
    }

    @Override
    public void close() throws IOException {
        for (Path links : List.of(repository, repository.resolve("io"))) {
            try (Stream<Path> entries = Files.list(links)) {
                for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
                    Files.delete(link);
                }
            }
        }
    }
}
