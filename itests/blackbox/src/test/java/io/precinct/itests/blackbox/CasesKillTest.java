package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the service and its database with SIGKILL at a random moment while four users write, and starts them again. All
 * acknowledged writes must exist, and everything that exists must be complete.
 *
 * <p>{@code -Dprecinct.kill.rounds=25} runs 25 rounds; {@code -Dprecinct.kill.seed=…} repeats a run.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class CasesKillTest {
    private static final int ROUNDS = Integer.getInteger("precinct.kill.rounds", 5);
    private static final long SEED = Long.getLong("precinct.kill.seed", System.nanoTime());
    private static final List<String> NAMES = List.of("ada", "bob", "cleo", "dan");

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final AtomicLong acknowledged = new AtomicLong();
    private final Map<String, List<String>> stacks = new java.util.HashMap<>();

    private Service start() {
        Service.write(folder.resolve("config/cases.yml"), "export: {auto: true}\n");
        return Service.withCases(folder, "service: killed\naccess_log: false\n");
    }

    @Test
    void whateverIsAcknowledgedSurvivesSigkill(TestReporter reporter) {
        reporter.publishEntry("precinct.kill.seed", Long.toString(SEED));
        List<CaseWriter> all = new ArrayList<>();
        Service service = start();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                List<CaseWriter> writers = writeAndKill(service);
                service = start();
                for (int i = 0; i < writers.size(); i++) {
                    assertStack(service.http, NAMES.get(i), writers.get(i));
                    assertNotes(service.http, writers.get(i));
                }
                assertConsistent(service.http);
                assertExports();
                all.addAll(writers);
            }
            for (CaseWriter writer : all) {
                assertNotes(service.http, writer);
            }
            Eventually.until("automatic exports", () -> assertExports() > 0);
            reporter.publishEntry("acknowledged", acknowledged.toString());
            assertThat(acknowledged.get()).isGreaterThan(ROUNDS * 50L);
        } finally {
            service.close();
        }
    }

    private List<CaseWriter> writeAndKill(Service service) {
        List<CaseWriter> writers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
        for (String name : NAMES) {
            var writer = new CaseWriter(
                    name, service.http, random.nextLong(), stacks.getOrDefault(name, List.of()), acknowledged);
            writers.add(writer);
            threads.add(Thread.ofPlatform()
                    .uncaughtExceptionHandler((thread, fault) -> faults.add(fault))
                    .start(writer));
        }
        long moment = acknowledged.get() + 50 + random.nextInt(400);
        Eventually.until(
                () -> "so many writes: " + moment + "; " + faults + service.server.transcript(),
                () -> acknowledged.get() >= moment || !faults.isEmpty());
        LockSupport.parkNanos(random.nextLong(20_000_000)); // no wait for an event: the kill may come at any moment
        service.kill(random);
        for (Thread thread : threads) {
            join(thread);
        }
        assertThat(faults).as("seed " + SEED).isEmpty();
        return writers;
    }

    private static void join(Thread thread) {
        try {
            thread.join(Duration.ofSeconds(60));
            assertThat(thread.isAlive()).isFalse();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void assertStack(Http http, String name, CaseWriter writer) {
        List<String> ids = new ArrayList<>();
        List<?> cases = list(http, "/api/tasks/stack?limit=1000", "X-Detective", name);
        for (Object one : cases) {
            Map<?, ?> task = (Map<?, ?>) one;
            ids.add(String.valueOf(task.get("id")));
            assertThat(task.get("status"))
                    .as("seed %d: %s on a stack", SEED, task)
                    .isEqualTo("active");
        }
        assertThat(writer.explains(ids))
                .as(
                        "seed %d: the stack of %s is %s, acknowledged %s or %s",
                        SEED, name, ids, writer.stack, writer.otherwise)
                .isTrue();
        stacks.put(name, ids);
    }

    private static List<?> list(Http http, String target, String... headers) {
        Http.Answer answer = http.get(target, headers);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<?>) answer.data();
    }

    private static void assertNotes(Http http, CaseWriter writer) {
        writer.notes.forEach((id, notes) -> {
            Http.Answer answer = http.get("/api/tasks/" + id);
            assertThat(answer.status()).as("seed %d: case %s", SEED, id).isEqualTo(200);
            List<String> contents = new ArrayList<>();
            for (Object one : (List<?>) answer.json().get("investigation_notes")) {
                Map<?, ?> note = (Map<?, ?>) one;
                if ("note_added".equals(note.get("event_type"))) {
                    contents.add(String.valueOf(note.get("content")));
                }
            }
            assertThat(contents).as("seed %d: case %s", SEED, id).allMatch(CaseWriter::whole);
            assertThat(contents).as("seed %d: case %s", SEED, id).doesNotHaveDuplicates();
            assertThat(contents.stream().filter(notes::contains).toList())
                    .as("seed %d: acknowledged notes of case %s", SEED, id)
                    .isEqualTo(notes);
            assertThat(contents).hasSizeLessThanOrEqualTo(notes.size() + 1); // and a note that was under way
        });
    }

    private static void assertConsistent(Http http) {
        Http.Answer all = http.get("/api/tasks?limit=1");
        Object total = http.get("/api/tasks/cases/statistics").json().get("total");
        assertThat(String.valueOf(total)).as("seed " + SEED).isEqualTo(all.header("X-Total-Count"));
    }

    private int assertExports() {
        try (Stream<Path> files = Files.list(Files.createDirectories(folder.resolve("data/ingest")))) {
            List<Path> exports =
                    files.filter(file -> file.toString().endsWith(".json")).toList();
            for (Path file : exports) {
                Map<?, ?> artifact = (Map<?, ?>) Http.json(Files.readString(file));
                Map<?, ?> task = (Map<?, ?>) artifact.get("task");
                assertThat(file.getFileName().toString()).isEqualTo(task.get("id") + ".json");
                assertThat(task.get("version")).isEqualTo(artifact.get("version"));
            }
            return exports.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
