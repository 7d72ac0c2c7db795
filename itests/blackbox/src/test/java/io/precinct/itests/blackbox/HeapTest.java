package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests how much memory the start script gives a service on machines, in containers and in control groups of many
 * sizes. The script is the distribution's own. It reads files that the test makes up, and starts a program that only
 * prints its arguments.
 */
@Tag("as-shipped")
class HeapTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makeUp() throws IOException {
        Path built = Distribution.built().home();
        Path script = folder.resolve("home/bin/precinct");
        Files.createDirectories(script.getParent());
        Files.createSymbolicLink(folder.resolve("home/lib"), built.resolve("lib"));
        String text = Files.readString(built.resolve("bin/precinct"));
        for (String looked : List.of("/sys/fs/cgroup", "/proc/meminfo", "/proc/self/cgroup")) {
            assertThat(text).contains(looked);
            text = text.replace(looked, folder + looked);
        }
        write(script, text);
        write(folder.resolve("jdk/bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        write(folder.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        for (String program : List.of("home/bin/precinct", "jdk/bin/java")) {
            assertThat(folder.resolve(program).toFile().setExecutable(true)).isTrue();
        }
    }

    private static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** The arguments that the service's JVM would get. */
    private List<String> told(Map<String, String> environment) {
        var all = new java.util.HashMap<>(environment);
        all.put("JAVA_HOME", folder.resolve("jdk").toString());
        List<String> command = List.of(folder.resolve("home/bin/precinct").toString(), "run");
        ServerProcess process = ServerProcess.launch(command, all);
        assertThat(process.exited(Duration.ofSeconds(30))).isTrue();
        assertThat(process.process().exitValue()).as(process.transcript()).isZero();
        return process.out();
    }

    private void memory(long megabytes, String group) throws IOException {
        write(folder.resolve("proc/meminfo"), "MemTotal:       " + megabytes * 1024 + " kB\nMemFree: 1 kB\n");
        write(folder.resolve("proc/self/cgroup"), "0::" + group + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        // A quarter of the memory, at most 1 GB and at least 400 MB; a small machine gives half of its memory.
        "64000, /, '', 1024",
        "3072, /, '', 768",
        "2048, /, '', 512",
        "1024, /, '', 400",
        "600, /, '', 300",
        "100, /, '', 96",
        // Containers see their own group as the root.
        "64000, /, memory.max=2147483648, 512",
        "64000, /, memory.max=max, 1024",
        "1024, /, memory.max=68719476736, 400",
        // The group, and each enclosing group.
        "64000, /a/b, a/b/memory.max=2147483648, 512",
        "64000, /a/b, a/b/memory.max=3221225472 a/memory.max=2147483648, 512",
        "64000, /a/b, a/b/memory.max=2147483648 a/memory.max=3221225472, 512",
        "64000, /a/b, a/b/memory.max=max a/memory.max=2147483648, 512",
        "64000, /a/b c, a/memory.max=2147483648, 512",
        // The first version of control groups, and its value for no limit.
        "64000, /, memory/memory.limit_in_bytes=2147483648, 512",
        "64000, /, memory/memory.limit_in_bytes=9223372036854771712, 1024",
        // A value that cannot be parsed limits nothing.
        "2048, /, memory.max=lots, 512",
        "2048, /, memory.max=, 512",
    })
    void theHeapFollowsTheMachineAndEveryLimitAroundIt(long megabytes, String group, String limits, int heap)
            throws IOException {
        memory(megabytes, group);
        for (String limit : limits.isEmpty() ? new String[0] : limits.split(" ")) {
            String[] parts = limit.split("=", -1);
            write(folder.resolve("sys/fs/cgroup").resolve(parts[0]), parts[1] + "\n");
        }

        assertThat(told(Map.of())).contains("-Xmx" + heap + "m");
    }

    @Test
    void itIsWhatTheOperatorSays() throws IOException {
        memory(64000, "/");

        assertThat(told(Map.of("PRECINCT_HEAP", "3g"))).contains("-Xmx3g", "-Xms96m");
        assertThat(told(Map.of("PRECINCT_HEAP", "90m")))
                .contains("-Xmx90m")
                .noneMatch(Pattern.compile("-Xm[sn].*").asMatchPredicate());
    }
}
