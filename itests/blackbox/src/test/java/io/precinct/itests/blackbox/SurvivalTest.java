package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What runs in the background of the packaged product outlives an OutOfMemoryError that somebody else causes. */
@Timeout(300)
class SurvivalTest {
    private static final String YAML = """
            service: %s
            routes:
              /hog: {method: get, boundary: hog, name: hog, optional: true}
              /later: {method: get, boundary: later, name: later, optional: true}
            """;
    /** Takes all memory there is and holds it for a while, again and again for some seconds. */
    private static final String HOG = """
            package test;
            import io.precinct.api.boundary.*;
            import io.precinct.api.data.Data;
            public final class Hog implements Boundary {
                private static volatile Object held;
                public Declaration declaration() {
                    return Declaration.terminal().writes("errors", true).build();
                }
                public Outcome cross(Input input) {
                    int errors = 0;
                    long end = System.nanoTime() + 5_000_000_000L;
                    pause(1);
                    while (System.nanoTime() < end) {
                        try {
                            take(end);
                        } catch (OutOfMemoryError e) {
                            errors++;
                            pause(500);
                        } finally {
                            held = null;
                        }
                        pause(300);
                    }
                    return Reply.ok(Data.map("errors", errors));
                }
                private static void take(long end) {
                    while (System.nanoTime() < end) {
                        held = new Object[] {held, new byte[64]};
                    }
                }
                // Called once before memory is short: a class that is loaded in the midst of it fails, too.
                private static void pause(long millis) {
                    java.util.concurrent.locks.LockSupport.parkNanos(millis * 1_000_000);
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void reloads_the_watched_folder_and_health_go_on_after_the_memory_was_exhausted() throws Exception {
        try (Service service =
                Service.on(folder, YAML.formatted("first"), Map.of("PRECINCT_JAVA_OPTS", "-Xmx96m -Xmn24m"))) {
            PluginJar.drop(
                    PluginJar.of("test.hog", "1.0.0")
                            .boundary("hog", "test.Hog", HOG)
                            .bytes(),
                    service.boundaries.resolve("hog.jar"));
            service.awaitServed("hog");
            Thread hogging = Thread.ofPlatform().start(() -> text(service, "/hog"));
            Service.write(service.config.resolve("service.yml"), YAML.formatted("second"));
            hogging.join();
            PluginJar.drop(
                    PluginJar.answering("later", "1.0.0", "dropped", 0).bytes(),
                    service.boundaries.resolve("later.jar"));
            Service.await(
                    () -> health(service) + service.server.transcript(),
                    () -> health(service).contains("\"service\":\"second\""));
            Service.await(
                    () -> text(service, "/admin/bundles") + service.server.transcript(),
                    () -> text(service, "/later").contains("\"generation\":\"dropped\""));

            Service.write(service.config.resolve("service.yml"), YAML.formatted("third"));
            Service.await(
                    () -> health(service) + service.server.transcript(),
                    () -> health(service).contains("\"service\":\"third\""));
            Http.Answer health = service.http.get("/health");
            assertThat(health.text()).contains("\"subject\":\"threads\"");
            // That it did take all memory.
            Service.await(
                    () -> service.server.transcript(),
                    () -> text(service, "/hog").matches("(?s).*\"errors\":[1-9].*"));
            Service.await(
                    () -> health(service) + service.server.transcript(),
                    () -> health(service).contains("\"status\":\"up\""));
        }
    }

    private static String health(Service service) {
        return text(service, "/health");
    }

    /** What is answered, or why nothing is while there is no memory for it. */
    private static String text(Service service, String target) {
        try {
            return service.http.get(target).text();
        } catch (RuntimeException e) {
            return e.toString();
        }
    }
}
