package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that checks do not run more often than is useful, however many balancers and dashboards ask an instance. */
class HealthTest {
    /** How long the result of a check that was up is reused. */
    private static final Duration FRESH = Duration.ofMillis(200);

    private static final Duration SLOW = Duration.ofMillis(300);

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() {
        service = Service.on(folder, """
            service: healthy
            access_log: false
            routes:
              /echo/:message: {method: get, boundary: echo, name: echo}
            """);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static void deploy(String name, String work) {
        String type = "test." + name + ".Check";
        byte[] jar = PluginJar.of("test." + name, "1.0.0")
                .source(type, """
                    package test.%1$s;
                    import io.precinct.api.service.HealthCheck;
                    import java.util.concurrent.atomic.AtomicInteger;
                    public final class Check implements HealthCheck {
                        private final AtomicInteger asked = new AtomicInteger();
                        public String subject() {
                            return "%1$s";
                        }
                        public Verdict check() throws Exception {
                            %2$s
                            return Verdict.up("%1$s was asked " + asked.incrementAndGet() + " times");
                        }
                    }
                    """.formatted(name, work))
                .component(type, "io.precinct.api.service.HealthCheck")
                .bytes();
        PluginJar.drop(jar, service.boundaries.resolve(name + ".jar"));
        Eventually.until(
                () -> name + " is asked: " + service.http.get("/health").text() + service.server.transcript(),
                () -> asked(name) > 0);
    }

    /** Undeploys a check: a slow one would make health slow for the other test. */
    private static void undeploy(String name) throws IOException {
        Files.delete(service.boundaries.resolve(name + ".jar"));
        Eventually.until(
                () -> name + " is no longer asked: "
                        + service.http.get("/health").text(),
                () -> asked(name) == 0);
    }

    private static int asked(String name) {
        Matcher told = Pattern.compile(name + " was asked ([0-9]+) times")
                .matcher(service.http.get("/health").text());
        return told.find() ? Integer.parseInt(told.group(1)) : 0;
    }

    private static int atMost(long beganNanos, Duration each) {
        return 2 + (int) (Duration.ofNanos(System.nanoTime() - beganNanos).toMillis() / each.toMillis());
    }

    @Test
    void whoWasUpJustNowIsNotAskedAgain() throws IOException {
        deploy("quick", "");
        int before = asked("quick");
        long began = System.nanoTime();
        for (int i = 0; i < 200; i++) {
            assertThat(service.http.get("/health").status()).isEqualTo(200);
        }

        assertThat(asked("quick") - before).isLessThanOrEqualTo(atMost(began, FRESH));
        undeploy("quick");
    }

    @Test
    void thoseWhoAskAtOnceShareTheAnswers() throws IOException {
        deploy("slow", "Thread.sleep(" + SLOW.toMillis() + ");");
        int before = asked("slow");
        long began = System.nanoTime();
        List<CompletableFuture<Integer>> answers = IntStream.range(0, 30)
                .mapToObj(each -> CompletableFuture.supplyAsync(
                        () -> service.http.get("/health").status(),
                        task -> Thread.ofPlatform().start(task)))
                .toList();

        assertThat(answers.stream().map(CompletableFuture::join)).containsOnly(200);
        assertThat(asked("slow") - before).isLessThanOrEqualTo(atMost(began, SLOW));
        undeploy("slow");
    }

    /**
     * An {@link Error} is no exception: code that catches only exceptions would lose the thread that runs the checks.
     */
    @Test
    void aCheckThatThrowsAnErrorIsDownAndTheOthersAreAsked() throws IOException {
        Path fails = folder.resolve("fails");
        deploy("broken", """
            if (java.nio.file.Files.exists(java.nio.file.Path.of("%s"))) {
                throw new NoClassDefFoundError("test/Gone");
            }
            """.formatted(fails));
        deploy("deep", """
            if (java.nio.file.Files.exists(java.nio.file.Path.of("%s"))) {
                check();
            }
            """.formatted(fails));
        deploy("sound", "");
        Files.writeString(fails, "");

        // A check that is late for a moment is shown as it was before.
        Eventually.untilAsserted("both are down, each with its reason", () -> {
            Http.Answer health = service.http.get("/health");
            assertThat(health.status()).isEqualTo(200);
            assertThat(health.json()).containsEntry("status", "down");
            assertThat(check("broken"))
                    .containsEntry("status", "down")
                    .containsEntry("detail", "it failed: java.lang.NoClassDefFoundError: test/Gone")
                    .containsEntry("bundle", "test.broken");
            assertThat(check("deep"))
                    .containsEntry("status", "down")
                    .containsEntry("detail", "it failed: java.lang.StackOverflowError");
            assertThat(check("sound")).containsEntry("status", "up");
            Http.Answer ready = service.http.get("/ready");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.text()).contains("broken is down").contains("deep is down");
        });
        assertThat(service.http.get("/echo/hi").status()).isEqualTo(200);

        Files.delete(fails);
        Eventually.until(
                () -> "it is ready: " + service.http.get("/ready").text(),
                () -> service.http.get("/ready").status() == 200);
        undeploy("broken");
        undeploy("deep");
        undeploy("sound");
    }

    private static Map<String, Object> check(String subject) {
        return HealthChecks.of(service.http, subject);
    }
}
