package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a restore restores everything or nothing. */
@Timeout(240)
class RestoreTest {
    @TempDir
    private Path folder;

    private ServerProcess run(String command, Path file, Path data) {
        ServerProcess process = ServerProcess.launch(
                Distribution.built()
                        .command(
                                command,
                                file.toString(),
                                "--config",
                                folder.resolve("config").toString(),
                                "--data",
                                data.toString()),
                Map.of());
        assertThat(process.exited(Duration.ofSeconds(60)))
                .as(process.transcript())
                .isTrue();
        return process;
    }

    @Test
    void aDamagedBackupLeavesNothingAndAGoodOneEverything() throws Exception {
        Path file = folder.resolve("cases.zip");
        try (Service service = Service.withCases(folder, "service: restore\naccess_log: false\n")) {
            assertThat(service.http
                            .post("/api/tasks", "{\"label\": \"the only one\"}")
                            .status())
                    .isEqualTo(201);
            assertThat(run("backup", file, service.data).process().exitValue()).isZero();
            assertThat(Files.readString(service.data.resolve("logs/precinct.log")))
                    .contains("backup to " + file + " by local: written");
        }
        byte[] whole = Files.readAllBytes(file);
        byte[] spoiled = whole.clone();
        Arrays.fill(spoiled, whole.length / 2, whole.length / 2 + 64, (byte) 0x55);
        for (byte[] bad : new byte[][] {
            Arrays.copyOf(whole, 100),
            Arrays.copyOf(whole, whole.length / 2),
            Arrays.copyOf(whole, whole.length - 30),
            spoiled
        }) {
            Path damaged = Files.write(folder.resolve("damaged.zip"), bad);
            ServerProcess restore = run("restore", damaged, folder.resolve("restored/deep"));
            assertThat(restore.process().exitValue()).as(restore.transcript()).isEqualTo(1);
            assertThat(restore.transcript()).contains("damaged");
            assertThat(folder.resolve("restored")).as(restore.transcript()).doesNotExist();
        }

        Path again = folder.resolve("again");
        ServerProcess restore = run("restore", file, again.resolve("data"));
        assertThat(restore.process().exitValue()).as(restore.transcript()).isZero();
        Files.createDirectories(again);
        try (Service service = Service.withCases(again, "service: restore\naccess_log: false\n")) {
            assertThat(service.http.get("/api/tasks").text()).contains("the only one");
        }
    }
}
