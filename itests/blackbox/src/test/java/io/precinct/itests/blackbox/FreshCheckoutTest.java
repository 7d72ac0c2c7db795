package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what the commands of a checkout build in which nothing has been built yet. The script is the checkout's own. It
 * finds a Maven that notes what it is to build and makes no more than a launcher's files, and a JDK that prints its
 * arguments.
 */
class FreshCheckoutTest {
    private static final Path SCRIPT =
            Path.of(System.getProperty("precinct.root")).resolve("precinct");

    @TempDir
    private Path folder;

    private Path checkout;

    @BeforeEach
    void makeUp() throws IOException {
        checkout = folder.resolve("checkout");
        write("checkout/precinct", Files.readString(SCRIPT));
        write("checkout/pom.xml", "<project/>\n");
        write("checkout/bundles/pom.xml", "<project/>\n");
        write("checkout/runtime/launcher/pom.xml", "<project/>\n");
        write("jdk/release", "JAVA_VERSION=\"25\"\n");
        write("jdk/bin/java", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        write("jdk/bin/javac", "#!/bin/sh\n");
        write("bin/mvn", """
                #!/bin/sh
                echo "$*" >>"%s/mvn.log"
                case "$*" in
                    *runtime/launcher*) ;;
                    *) exit 1 ;;
                esac
                mkdir -p runtime/launcher/target
                echo 'compile.path=classes:lib.jar' >runtime/launcher/target/test.launch
                : >runtime/launcher/target/precinct-launcher-1.jar
                """.formatted(folder));
        for (String program : List.of("checkout/precinct", "jdk/bin/java", "jdk/bin/javac", "bin/mvn")) {
            assertThat(folder.resolve(program).toFile().setExecutable(true)).isTrue();
        }
    }

    private void write(String file, String content) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private record Ended(int code, String out, String err) {}

    private Ended precinct(String command) {
        List<String> words = Stream.concat(
                        Stream.of(checkout.resolve("precinct").toString()), Stream.of(command.split(" ")))
                .toList();
        ServerProcess process = ServerProcess.launch(
                words,
                Map.of(
                        "JAVA_HOME",
                        folder.resolve("jdk").toString(),
                        "PATH",
                        folder.resolve("bin") + ":" + System.getenv("PATH")));
        assertThat(process.exited(Duration.ofSeconds(60))).isTrue();
        return new Ended(process.process().exitValue(), String.join("\n", process.out()), process.transcript());
    }

    private String built() throws IOException {
        Path log = folder.resolve("mvn.log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "deploy x.jar", "bundles --json", "undeploy a.hello", "explain /", "mcp"})
    void aCommandForTheInstanceOfThisCheckoutSaysThatNothingIsBuilt(String command) throws IOException {
        Ended ended = precinct(command);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .contains("precinct: nothing has been built here yet, so nothing runs here: ./precinct run builds and");
        assertThat(built()).isEmpty();
    }

    @Test
    void aCommandThatOnlyNeedsTheLauncherBuildsItOnce() throws IOException {
        for (String command : List.of(
                "status --url http://127.0.0.1:1",
                "deploy --data /elsewhere x.jar",
                "user list",
                "run --help",
                "help")) {
            Ended ended = precinct(command);

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out())
                    .contains("precinct-launcher-1.jar:classes:lib.jar\nio.precinct.launcher.Main\n"
                            + command.replace(' ', '\n'));
        }
        assertThat(built().lines()).singleElement().asString().contains("-pl runtime/launcher -am");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check --data /elsewhere", "build", "backup x.zip", "grammars fetch"})
    void aCommandThatNeedsTheBundlesBuildsThem(String command) throws IOException {
        Ended ended = precinct(command);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("the build failed");
        assertThat(built()).contains("runtime/distribution").doesNotContain("runtime/launcher");
    }

    @Test
    void aCommandForAnInstanceUsesWhatWasBuiltLastHoweverOld() throws IOException {
        write("checkout/runtime/distribution/target/precinct-1/lib/precinct-launcher.jar", "");

        Ended ended = precinct("status");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("precinct-1/lib/precinct-launcher.jar\nstatus");
        assertThat(built()).isEmpty();
    }
}
