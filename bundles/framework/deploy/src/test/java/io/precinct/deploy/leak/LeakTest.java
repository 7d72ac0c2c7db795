package io.precinct.deploy.leak;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.deploy.Diagnosis;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeakTest {
    private static final int SWAPS = 200;

    @TempDir
    Path folder;

    /** Uses plug-ins with everything that tends to hold a loader: own threads, health checks, failures. */
    @Test
    void theLoadersOfOldGenerationsAreCollectedWhateverBecameOfThem() throws Exception {
        try (var container = new TestContainer(folder.resolve("data"))) {
            var settings = container.settings();
            settings.deploy = settings.with(Duration.ofSeconds(30), Duration.ofSeconds(5), List.of(), List.of());
            for (int i = 0; i < SWAPS; i++) {
                Result result = container.deploy(generation(i)).result();
                assertThat(result).isEqualTo(i % 4 == 3 ? Result.REFUSED : Result.DEPLOYED);
                container.registry.ask("hello");
                if (i % 6 == 4) {
                    container.deployments().rollback("a.hello");
                }
            }
            container.awaitTrue(
                    "the old generations to go",
                    () -> container.bundles("a.hello").size() == 1);

            var diagnosis = container.service(Diagnosis.class);
            container.awaitTrue("their loaders to be collected", () -> {
                System.gc();
                return diagnosis.lingering("a.hello") == 0;
            });
            assertThat(alive(container)).isZero();
        }
    }

    private static double alive(TestContainer container) {
        return container.service(MetricSource.class).collect().stream()
                .filter(family -> family.name().equals("precinct_generations_alive"))
                .flatMap(family -> family.samples().stream())
                .mapToDouble(sample -> ((Sample.Value) sample).value())
                .sum();
    }

    private Path generation(int i) {
        String ending = i % 4 == 3 ? "return Verdict.down(\"never\");" : "return Verdict.up(\"fine\");";
        return TestPlugin.saying("a.hello", "1.0." + i % 2, "hello", "word " + i)
                .source("Check", """
                        import io.precinct.api.service.HealthCheck;
                        import java.util.concurrent.*;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        public final class Check implements HealthCheck {
                            private static final ThreadLocal<Check> LAST = new ThreadLocal<>();
                            private final ExecutorService pool = Executors.newSingleThreadExecutor();

                            @Activate
                            public Check() throws Exception {
                                pool.submit(() -> {}).get();
                                LAST.set(this);
                            }

                            @Deactivate
                            void stop() { pool.shutdownNow(); }

                            public String subject() { return "own"; }
                            public Verdict check() { %s }
                        }
                        """.formatted(ending))
                .jar(folder.resolve("generation-" + i + ".jar"));
    }
}
