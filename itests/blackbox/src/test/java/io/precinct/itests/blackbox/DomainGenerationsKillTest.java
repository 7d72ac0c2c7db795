package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Deploys, rolls back, undeploys and restarts a domain with five generations of migrations in random order, under load, and
 * kills everything with SIGKILL at random moments of that. Every start must succeed, no route of another bundle may answer
 * 5xx, and what the ledger names serves, unless the database has a contract beyond it.
 *
 * <p>{@code -Dprecinct.kill.rounds=40} runs 40 steps; {@code -Dprecinct.kill.seed=…} repeats a run.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class DomainGenerationsKillTest {
    private static final int ROUNDS = Integer.getInteger("precinct.kill.rounds", 5);
    private static final long SEED = Long.getLong("precinct.kill.seed", System.nanoTime());
    private static final String[] KINDS = {"expand", "expand", "contract", "expand"};
    private static final List<byte[]> JARS = IntStream.rangeClosed(0, KINDS.length)
            .mapToObj(more ->
                    MigratedDomain.of("loans", Arrays.copyOf(KINDS, more)).jar().bytes())
            .toList();
    private static final String YAML = "service: generations\naccess_log: false\nroutes:\n"
            + "  /plain: {method: get, boundary: plain, name: plain}\n" + MigratedDomain.route("loans");

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final List<String> steps = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private @Nullable Service service;
    /** The service while it has to answer; null while it is being killed or stopped. */
    private volatile @Nullable Service used;

    private volatile boolean ended;

    private Service running() {
        return Objects.requireNonNull(service);
    }

    private void run() {
        service = Service.on(folder, YAML, "--features", "framework,cases");
        used = service;
    }

    @Test
    void everyStepEndsWithAServiceThatServes(TestReporter reporter) throws Exception {
        reporter.publishEntry("precinct.kill.seed", Long.toString(SEED));
        Service.initializeDatabase(folder);
        PluginJar.answering("plain", "1.0.0", "p", 0)
                .writeTo(Files.createDirectories(folder.resolve("data/boundaries"))
                        .resolve("plain.jar"));
        run();
        Thread load = Thread.ofPlatform().daemon().start(this::load);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                step();
                assertConsistent();
                assertThat(failures).as(steps.toString()).isEmpty();
            }
        } finally {
            ended = true;
            used = null;
            running().close();
            load.join(Duration.ofSeconds(10));
        }
    }

    /** Uses the routes of other bundles all the time. */
    private void load() {
        while (!ended) {
            Service now = used;
            for (String route : now == null ? List.<String>of() : List.of("/plain", "/api/tasks?limit=1")) {
                try {
                    Http.Answer answer = now.http.get(route);
                    if (answer.status() >= 500 && now == used) {
                        failures.add(route + " answers " + answer.status() + ": " + answer.text());
                    }
                } catch (RuntimeException e) {
                    if (now == used) {
                        failures.add(route + ": " + e);
                    }
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private void step() throws Exception {
        int what = random.nextInt(10);
        int generation = 1 + random.nextInt(JARS.size());
        boolean killed = random.nextInt(3) == 0;
        String change = what < 5 ? "deploy " + generation : what < 8 ? "rollback" : what < 9 ? "undeploy" : "restart";
        steps.add(change + (killed ? ", killed" : ""));
        if (killed) {
            Thread changing = Thread.ofPlatform().start(() -> change(change, generation));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(1_500)));
            used = null;
            running().kill(random);
            changing.join();
            run();
        } else if (change.equals("restart")) {
            used = null;
            running().close();
            run();
        } else {
            List<Integer> migrated = migrations();
            boolean done = change(change, generation);
            if (what < 5) {
                assertThat(done)
                        .as("%s with the migrations %s", steps, migrated)
                        .isEqualTo(works(generation, migrated));
                if (done) {
                    assertThat(present()).isEqualTo(generation);
                }
            }
        }
    }

    /** Returns whether it was done; false, too, if the service was killed meanwhile. */
    private boolean change(String change, int generation) {
        Service at = running();
        try (HttpClient client = HttpClient.newHttpClient()) {
            Map<?, ?> instance = (Map<?, ?>) Http.json(Files.readString(at.data.resolve("run.json")));
            boolean deploys = change.startsWith("deploy");
            URI target = at.server.url().resolve(deploys ? "/admin/deploy?name=loans.jar" : "/admin/" + change);
            HttpRequest request = HttpRequest.newBuilder(target)
                    .header("Authorization", "Bearer " + instance.get("token"))
                    .header("Content-Type", deploys ? "application/java-archive" : "application/json")
                    .POST(
                            deploys
                                    ? HttpRequest.BodyPublishers.ofByteArray(JARS.get(generation - 1))
                                    : HttpRequest.BodyPublishers.ofString("{\"bundle\": \"test.loans\"}"))
                    .build();
            return !change.equals("restart")
                    && client.send(request, HttpResponse.BodyHandlers.ofString())
                                    .statusCode()
                            == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The generation that serves by the ledger, or 0. */
    private int present() throws IOException {
        Path file = folder.resolve("data/deployments/generations.json");
        Map<?, ?> ledger = (Map<?, ?>) Objects.requireNonNull(Http.json(Files.readString(file)));
        Map<?, ?> bundles = (Map<?, ?>) Objects.requireNonNull(ledger.get("bundles"));
        return bundles.get("test.loans") instanceof Map<?, ?> history
                        && history.get("present") instanceof Map<?, ?> present
                        && present.get("outcome") instanceof Map<?, ?> outcome
                ? Integer.parseInt(String.valueOf(outcome.get("version")).split("\\.")[0])
                : 0;
    }

    /** The numbers of the migrations that the database has. */
    private List<Integer> migrations() throws IOException {
        Path file = folder.resolve("data/postgres/migrations.json");
        Map<?, ?> schemas = (Map<?, ?>) Objects.requireNonNull(Http.json(Files.readString(file)));
        return schemas.get("loans") instanceof List<?> migrations
                ? IntStream.rangeClosed(1, migrations.size()).boxed().toList()
                : List.of();
    }

    private static boolean works(int generation, List<Integer> migrated) {
        return migrated.stream().allMatch(number -> number <= generation || KINDS[number - 2].equals("expand"));
    }

    private void assertConsistent() throws IOException {
        Service now = running();
        int present = present();
        Eventually.untilAsserted("what the ledger names serves, after " + steps, () -> {
            Http.Answer ready = now.http.get("/ready");
            assertThat(ready.status()).as(ready.text()).isEqualTo(200);
            Http.Answer answer = now.http.post("/loans", "");
            String health = now.http.get("/health").text();
            if (present == 0) {
                assertThat(answer.status()).as(answer.text()).isEqualTo(503);
            } else if (health.contains("test.loans " + present + ".0.0 was accepted and does not serve")) {
                assertThat(health).contains("the database is newer");
                assertThat(answer.status()).as(answer.text()).isEqualTo(503);
            } else {
                assertThat(answer.status()).as(answer.text() + health).isEqualTo(200);
                assertThat(answer.json()).containsEntry("generation", present);
            }
        });
    }
}
