package io.precinct.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.launcher.BundleJar;
import io.precinct.launcher.RunningInstance;
import io.precinct.launcher.TestHome;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.data.RunFile;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher as a process, with a container that consists of one small bundle. */
class RunTest {
    @TempDir
    private Path temporary;

    private TestHome home;

    @BeforeEach
    void aDistributionInAFolderWithSpaces() throws IOException {
        home = TestHome.create(temporary.resolve("a folder with spaces"), "good");
    }

    @Test
    void whenItServesItSaysSoInTheOnlyLineOfStdout() throws Exception {
        try (RunningInstance instance = RunningInstance.serving(home)) {
            assertThat(instance.out()).matches("precinct ready on http://127\\.0\\.0\\.1:\\d+\n");
            assertThat(instance.err()).contains("a bundle that prints to stdout");
            assertThat(instance.get("/x").body()).startsWith("{\"path\":\"/x\"");
        }
    }

    @Test
    void theRunFileTellsItsOwnerWhereTheInstanceIsAndGoesWithIt() throws Exception {
        try (RunningInstance instance = RunningInstance.serving(home)) {
            RunFile run = RunFile.read(new DataFolder(home.data())).orElseThrow();
            assertThat(run.pid()).isEqualTo(instance.process().pid());
            assertThat(run.url()).isEqualTo(instance.url());
            assertThat(run.token()).matches("[0-9a-f]{64}");
            assertThat(instance.get("/").body()).contains("\"token\":\"" + run.token() + "\"");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(home.data().resolve("run.json"))))
                    .isEqualTo("rw-------");

            instance.signal("TERM");
            assertThat(instance.exitCode()).isZero();
            assertThat(home.data().resolve("run.json")).doesNotExist();
            assertThat(Files.readString(home.data().resolve("logs/precinct.log")))
                    .contains("ready on " + run.url())
                    .doesNotContain(run.token());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void aSignalFinishesRequestsInFlightAndExitsWithZero(String signal) throws Exception {
        try (RunningInstance instance = RunningInstance.serving(home)) {
            CompletableFuture<HttpResponse<String>> slow = slowRequest(instance);
            instance.signal(signal);
            Eventually.until(
                    () -> "it says that it stops: " + instance.err(),
                    () -> instance.err().contains("stopping"));
            Files.createFile(home.data().resolve("release"));

            assertThat(slow.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(instance.exitCode()).isZero();
            assertThat(instance.err()).endsWith("precinct: stopped\n");
        }
    }

    @Test
    void aSecondSignalDoesNotWait() throws Exception {
        try (RunningInstance instance = RunningInstance.serving(home)) {
            CompletableFuture<HttpResponse<String>> slow = slowRequest(instance);
            instance.signal("TERM");
            Eventually.until(
                    () -> "it says that it stops: " + instance.err(),
                    () -> instance.err().contains("stopping"));
            instance.signal("TERM");

            assertThat(slow).failsWithin(Duration.ofSeconds(30));
            assertThat(instance.exitCode()).isEqualTo(128 + 15);
            assertThat(instance.err()).contains("forced to stop by a second signal");
            assertThat(home.data().resolve("run.json")).doesNotExist();
        }
    }

    /** A request that is in flight in the container. */
    private CompletableFuture<HttpResponse<String>> slowRequest(RunningInstance instance) {
        CompletableFuture<HttpResponse<String>> slow = instance.getLater("/slow");
        Eventually.until(
                "the request is in the container",
                () -> Files.exists(home.data().resolve("entered")));
        return slow;
    }

    @Test
    void aSecondInstanceOnTheSameFolderIsRefusedAndNamesTheFirst() throws Exception {
        try (RunningInstance first = RunningInstance.serving(home);
                RunningInstance second = RunningInstance.start(home, "run", "--port", "0")) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err())
                    .contains("another precinct (pid " + first.process().pid() + ") runs on " + home.data());
            assertThat(second.out()).isEmpty();
            assertThat(first.get("/x").statusCode()).isEqualTo(200);
            assertThat(home.data().resolve("run.json")).exists();
        }
    }

    @Test
    void whatAKilledInstanceLeftDoesNotStandInTheWay() throws Exception {
        long killed;
        try (RunningInstance instance = RunningInstance.serving(home)) {
            killed = instance.process().pid();
        }
        assertThat(RunFile.read(new DataFolder(home.data())).orElseThrow().pid())
                .isEqualTo(killed);

        try (RunningInstance instance = RunningInstance.serving(home)) {
            assertThat(RunFile.read(new DataFolder(home.data())).orElseThrow().pid())
                    .isEqualTo(instance.process().pid())
                    .isNotEqualTo(killed);
        }
    }

    @Test
    void aBadConfigurationIsPrintedExactlyAsCheckPrintsIt() throws Exception {
        home.behaviour("bad-configuration");
        try (RunningInstance run = RunningInstance.start(home, "run");
                RunningInstance check = RunningInstance.start(home, "check")) {
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(check.exitCode()).isEqualTo(1);
            String file = home.config().resolve("service.yml").toString();
            assertThat(run.out())
                    .isEqualTo(file + ":3: unknown key 'prot' (did you mean 'port'?)\n" + file
                            + ":7: warning: expected says true\n");
            assertThat(check.out()).isEqualTo(run.out());
        }
    }

    @Test
    void checkSaysOkAndLeavesTheDataFolderAlone() throws Exception {
        home.behaviour("warned-configuration");
        try (RunningInstance check = RunningInstance.start(home, "check")) {
            assertThat(check.exitCode()).isZero();
            assertThat(check.out())
                    .isEqualTo(home.config().resolve("service.yml") + ":7: warning: expected says true\nok: "
                            + home.config() + " (1 warning)\n");
            assertThat(home.data()).doesNotExist();
        }
    }

    @Test
    void aListenerThatCannotOpenEndsTheStartWithItsReason() throws Exception {
        home.behaviour("port-taken");
        try (RunningInstance instance = RunningInstance.start(home, "run")) {
            assertThat(instance.exitCode()).isEqualTo(1);
            assertThat(instance.out()).isEmpty();
            assertThat(instance.err()).contains("precinct: cannot listen: port 3000: Address already in use");
        }
    }

    @Test
    void bundlesThatDoNotStartEndTheStartAndAreAllNamed() throws Exception {
        home.behaviour("failing-activator");
        BundleJar.named("unresolved").header("Import-Package", "org.missing").writeTo(home.bundle("unresolved.jar"));
        home.feature("framework", "minimal.jar", "unresolved.jar");
        try (RunningInstance instance = RunningInstance.start(home, "run")) {
            assertThat(instance.exitCode()).isEqualTo(1);
            assertThat(instance.err())
                    .contains("2 of 2 bundles do not start:")
                    .contains("io.precinct.minimal 1.0.0: its activator failed: IllegalStateException: no electricity")
                    .contains("unresolved 1.0.0: it imports the package org.missing, which no bundle exports");
        }
    }

    @Test
    void aContainerThatIsNotReadySaysWhatItWaitsForAndStillStopsAtASignal() throws Exception {
        home.behaviour("silent");
        try (RunningInstance instance = RunningInstance.start(home, "run")) {
            Eventually.until(
                    () -> "it says what it waits for: " + instance.err(),
                    () -> instance.err().contains("still waiting:"));
            assertThat(instance.err()).contains("no bundle has registered a configuration source");
            instance.signal("TERM");
            assertThat(instance.exitCode()).isZero();
        }
    }

    @Test
    void aFullDiskForLogsDoesNotEndIt() throws Exception {
        try (RunningInstance instance = RunningInstance.servingWithTinyFiles(home)) {
            for (int i = 0; i < 20; i++) {
                assertThat(instance.get("/x").statusCode()).isEqualTo(200);
            }
            assertThat(Files.size(home.data().resolve("logs/precinct.log")))
                    .as("the log has reached the end of its disk")
                    .isEqualTo(RunningInstance.TINY_FILE);
            instance.signal("TERM");
            assertThat(instance.exitCode()).isZero();
        }
    }

    @Test
    void aDistributionThatNobodyMayWriteIsEnough() throws Exception {
        Files.setPosixFilePermissions(home.bundle("minimal.jar"), PosixFilePermissions.fromString("r--r--r--"));
        for (Path folder :
                new Path[] {home.home().resolve("bundles"), home.home().resolve("features"), home.home()}) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        Instant before =
                Files.getLastModifiedTime(home.home().resolve("bundles")).toInstant();
        try (RunningInstance instance = RunningInstance.serving(home)) {
            assertThat(instance.get("/x").statusCode()).isEqualTo(200);
            assertThat(Files.getLastModifiedTime(home.home().resolve("bundles")).toInstant())
                    .isEqualTo(before);
        } finally {
            for (Path folder : new Path[] {
                home.home(), home.home().resolve("bundles"), home.home().resolve("features")
            }) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }
}
