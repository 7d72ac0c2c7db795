package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the packaged product does if a plug-in makes memory short. */
@Tag("as-shipped")
@Timeout(300)
class SurvivalTest {
    private static final String YAML = """
            service: %s
            routes:
              /hog: {method: get, boundary: hog, name: hog, optional: true}
              /later: {method: get, boundary: later, name: later, optional: true}
              /keeps: {method: get, boundary: keeps, name: keeps, optional: true}
              /echo/:message: {method: get, boundary: echo, name: echo}
            """;
    /** A boundary that takes all memory and holds it for a while, again and again for some seconds. */
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

    /**
     * A boundary that keeps data of every request for ever, until hardly any memory is left. It leaves a few megabytes:
     * in a heap without any, every answer may fail, including those that this test reads.
     */
    private static final String KEEPS = """
            package test;
            import io.precinct.api.boundary.*;
            import io.precinct.api.data.Data;
            import java.util.*;
            public final class Keeps implements Boundary {
                private static final Map<Integer, byte[]> KEPT = Collections.synchronizedMap(new HashMap<>());
                private static final int LEFT = 5 << 20;
                public Declaration declaration() {
                    return Declaration.terminal().writes("kept", true).build();
                }
                public Outcome cross(Input input) {
                    Runtime memory = Runtime.getRuntime();
                    if (memory.maxMemory() - memory.totalMemory() + memory.freeMemory() > LEFT) {
                        KEPT.put(KEPT.size(), new byte[1 << 18]);
                    }
                    return Reply.ok(Data.map("kept", KEPT.size()));
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void reloadsTheWatchedFolderAndHealthGoOnAfterTheMemoryWasExhausted() throws Exception {
        try (Service service =
                Service.on(folder, YAML.formatted("first"), Map.of("PRECINCT_JAVA_OPTS", "-Xmx96m -Xmn24m"))) {
            deploy(service, "hog", "test.Hog", HOG);
            Thread hogging = Thread.ofPlatform().start(() -> text(service, "/hog"));
            Service.write(service.config.resolve("service.yml"), YAML.formatted("second"));
            hogging.join();
            PluginJar.drop(
                    PluginJar.answering("later", "1.0.0", "dropped", 0).bytes(),
                    service.boundaries.resolve("later.jar"));
            Eventually.until(
                    () -> "the second configuration serves: " + health(service) + service.server.transcript(),
                    () -> health(service).contains("\"service\":\"second\""));
            Eventually.until(
                    () -> "the dropped bundle serves: " + text(service, "/admin/bundles") + service.server.transcript(),
                    () -> text(service, "/later").contains("\"generation\":\"dropped\""));

            Service.write(service.config.resolve("service.yml"), YAML.formatted("third"));
            Eventually.until(
                    () -> "the third configuration serves: " + health(service) + service.server.transcript(),
                    () -> health(service).contains("\"service\":\"third\""));
            Http.Answer health = service.http.get("/health");
            assertThat(health.text()).contains("\"subject\":\"threads\"");
            // The boundary must really have taken all memory.
            Eventually.until(
                    () -> "it took all memory: " + service.server.transcript(),
                    () -> text(service, "/hog").matches("(?s).*\"errors\":[1-9].*"));
            Eventually.until(
                    () -> "all is well again: " + health(service) + service.server.transcript(),
                    () -> health(service).contains("\"status\":\"up\""));
        }
    }

    @Test
    void aBundleThatKeepsNearlyAllMemoryIsTakenOutWithTheReasonAndTheOthersAreServed() {
        try (Service service =
                Service.on(folder, YAML.formatted("kept"), Map.of("PRECINCT_JAVA_OPTS", "-Xmx96m -Xmn24m"))) {
            deploy(service, "keeps", "test.Keeps", KEEPS);
            List<Integer> others = new ArrayList<>();

            Eventually.until(
                    () -> "the bundle is taken out: " + text(service, "/inspect/bundles") + service.server.transcript(),
                    () -> {
                        String ignored = text(service, "/keeps");
                        others.add(service.http.get("/echo/hi").status());
                        return removed(service) != null;
                    });

            assertThat(others).containsOnly(200);
            assertThat(String.valueOf(Objects.requireNonNull(removed(service)).get("notes")))
                    .contains("memory is short", "test.keeps keeps about", "most in the static field test.Keeps.KEPT");
            assertThat(service.http.get("/keeps").status()).isEqualTo(503);
            Eventually.until(() -> "its generation is collected: " + text(service, "/metrics"), () -> {
                service.server.collectGarbage();
                return !text(service, "/metrics").contains("precinct_generations_alive{bundle=\"test.keeps\"}");
            });
        }
    }

    /** The outcome that reports the removal of the bundle, or null. */
    private static @Nullable Map<?, ?> removed(Service service) {
        return ((List<?>) Objects.requireNonNull(
                        service.http.get("/inspect/bundles").json().get("outcomes")))
                .stream()
                        .map(each -> (Map<?, ?>) each)
                        .filter(each -> "removed".equals(each.get("result")))
                        .findFirst()
                        .orElse(null);
    }

    private static void deploy(Service service, String name, String type, String source) {
        PluginJar.drop(
                PluginJar.of("test." + name, "1.0.0")
                        .boundary(name, type, source)
                        .bytes(),
                service.boundaries.resolve(name + ".jar"));
        service.awaitServed(name);
    }

    private static String health(Service service) {
        return text(service, "/health");
    }

    /** The text of the answer, or the exception if there was no memory for an answer. */
    private static String text(Service service, String target) {
        try {
            return service.http.get(target).text();
        } catch (RuntimeException e) {
            return e.toString();
        }
    }
}
