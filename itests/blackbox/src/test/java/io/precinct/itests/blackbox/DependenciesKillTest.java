package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.EventWriter.Event;
import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the service and its database with SIGKILL at a random moment while producers add events, and starts them again.
 * No acknowledged event may be lost, no batch may exist in part, and the edges must be the result of all events.
 *
 * <p>{@code -Dprecinct.kill.rounds=25} runs 25 rounds; {@code -Dprecinct.kill.seed=…} repeats a run.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class DependenciesKillTest {
    private static final int ROUNDS = Integer.getInteger("precinct.kill.rounds", 4);
    private static final long SEED = Long.getLong("precinct.kill.seed", System.nanoTime());
    private static final List<String> PRODUCERS = List.of("build", "deploy", "people", "scan");

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final AtomicLong acknowledged = new AtomicLong();

    /** All stored events; the events of each producer are in the order in which it added them. */
    private final List<Event> there = new ArrayList<>();

    private Service start() {
        Service.initializeDatabase(folder);
        return Service.on(folder, "service: killed\naccess_log: false\n", "--features", "framework,dependencies");
    }

    @Test
    // @req:dependency-events
    void whateverIsAcknowledgedSurvivesSigkillAndTheViewIsWhatTheEventsSay(TestReporter reporter) {
        reporter.publishEntry("precinct.kill.seed", Long.toString(SEED));
        Service service = start();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                List<EventWriter> writers = writeAndKill(service, round);
                service = start();
                Http http = service.http;
                Map<String, List<String>> found = edges(http);
                List<Event> later = new ArrayList<>();
                for (EventWriter writer : writers) {
                    writer.acknowledged.forEach(batch -> assertKnown(http, batch));
                    writer.acknowledged.forEach(there::addAll);
                    boolean known = writer.underWay.isEmpty() || isKnown(http, writer.underWay);
                    (known ? there : later).addAll(writer.underWay);
                }
                assertThat(found).as("seed " + SEED).isEqualTo(replayed());
                there.addAll(later);
                assertThat(edges(http)).as("seed " + SEED).isEqualTo(replayed());
                reporter.publishEntry("events under way that were not there", Integer.toString(later.size()));
            }
            reporter.publishEntry("acknowledged", acknowledged.toString());
            assertThat(acknowledged.get()).isGreaterThan(ROUNDS * 500L);
        } finally {
            service.close();
        }
    }

    private List<EventWriter> writeAndKill(Service service, int round) {
        List<EventWriter> writers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
        for (String producer : PRODUCERS) {
            var writer = new EventWriter(producer, round, service.http, random.nextLong(), acknowledged);
            writers.add(writer);
            threads.add(Thread.ofPlatform()
                    .uncaughtExceptionHandler((_, fault) -> faults.add(fault))
                    .start(writer));
        }
        long moment = acknowledged.get() + 500 + random.nextInt(20_000);
        Eventually.until(
                () -> "so many events: " + moment + "; " + faults + service.server.transcript(),
                () -> acknowledged.get() >= moment || !faults.isEmpty());
        LockSupport.parkNanos(random.nextLong(20_000_000)); // no wait for an event: the kill may come at any moment
        service.kill(random);
        threads.forEach(DependenciesKillTest::join);
        assertThat(faults).as("seed " + SEED).isEmpty();
        return writers;
    }

    private static void join(Thread thread) {
        try {
            assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void assertKnown(Http http, List<Event> batch) {
        assertThat(EventWriter.post(http, batch).ok().json())
                .as("seed %d: acknowledged", SEED)
                .containsEntry("known", batch.size())
                .containsEntry("added", 0);
    }

    /**
     * Sends a batch again, so that it is stored now, and returns whether it already was. It must not have been in part.
     */
    private static boolean isKnown(Http http, List<Event> batch) {
        Map<String, Object> first =
                EventWriter.post(http, batch.subList(0, 1)).ok().json();
        boolean known = Integer.valueOf(1).equals(first.get("known"));
        if (batch.size() > 1) {
            assertThat(EventWriter.post(http, batch.subList(1, batch.size()))
                            .ok()
                            .json())
                    .as("seed %d: the rest of a batch whose first event is %s", SEED, known ? "known" : "new")
                    .containsEntry(known ? "known" : "added", batch.size() - 1);
        }
        return known;
    }

    /** The producers of each edge, as the service lists them. */
    private static Map<String, List<String>> edges(Http http) {
        Map<String, Object> answer = http.get("/graph/edges?limit=10000").ok().json();
        assertThat(answer.get("next_cursor")).isNull();
        Map<String, List<String>> edges = new TreeMap<>();
        for (Object one : (List<?>) answer.get("items")) {
            Map<?, ?> edge = (Map<?, ?>) one;
            List<String> producers = ((List<?>) edge.get("producers"))
                    .stream().map(String::valueOf).sorted().toList();
            edges.put(edge.get("from") + " " + edge.get("type") + " " + edge.get("to"), producers);
        }
        return edges;
    }

    /**
     * The same edges computed from all events. Of a producer's events for an edge, the latest holds; of equal times,
     * the last.
     */
    private Map<String, List<String>> replayed() {
        Map<String, Event> latest = new HashMap<>();
        for (Event event : there) {
            latest.merge(
                    event.producer() + " " + edge(event),
                    event,
                    (before, after) -> after.time().isBefore(before.time()) ? before : after);
        }
        Map<String, TreeSet<String>> edges = new TreeMap<>();
        latest.values().stream()
                .filter(Event::asserted)
                .forEach(event ->
                        edges.computeIfAbsent(edge(event), _ -> new TreeSet<>()).add(event.producer()));
        Map<String, List<String>> listed = new TreeMap<>();
        edges.forEach((edge, producers) -> listed.put(edge, List.copyOf(producers)));
        return listed;
    }

    private static String edge(Event event) {
        return event.from() + " " + event.type() + " " + event.to();
    }
}
