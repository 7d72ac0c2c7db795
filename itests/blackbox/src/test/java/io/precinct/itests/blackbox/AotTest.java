package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the cache that makes starts faster, in a separate distribution. */
@Tag("as-shipped")
@Timeout(180)
class AotTest {
    private static final String YAML = """
            service: trained
            routes:
              /echo/:message: {method: get, boundary: echo, name: echo}
            """;

    @TempDir
    private Path folder;

    @Test
    void aStartWithTheTrainedCacheOrADamagedOnePrintsItsOneLineAndServes() throws Exception {
        Distribution distribution = Distribution.built().copyWithout(folder.resolve("dist"), _ -> false);
        Path config = folder.resolve("config");
        Service.write(config.resolve("service.yml"), YAML);

        ServerProcess training = ServerProcess.launch(
                distribution.command("aot", "--features", "framework", "--config", config.toString()), Map.of());
        assertThat(training.exited(Duration.ofSeconds(120)))
                .as(training.transcript())
                .isTrue();
        assertThat(training.process().exitValue()).as(training.transcript()).isZero();
        Path cache = distribution.home().resolve("lib/precinct.aot");
        assertThat(cache).isNotEmptyFile();

        serves(distribution, config, "trained");
        Files.write(cache, new byte[100_000]);
        serves(distribution, config, "damaged");
    }

    private void serves(Distribution distribution, Path config, String data) {
        try (ServerProcess server = distribution.run(config, folder.resolve(data), "--features", "framework")) {
            assertThat(new Http(server.url()).get("/echo/hi").status()).isEqualTo(200);
            assertThat(server.out()).containsExactly("precinct ready on " + server.url());
        }
    }
}
