package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A producer that adds batches of dependency events until the service is gone, and records which batches were
 * acknowledged. All producers report the same few edges. A batch that was under way when the service ended is stored as
 * a whole or not at all.
 */
final class EventWriter implements Runnable {
    private static final int NODES = 12;
    private static final int LARGEST = 300;
    private static final int SECONDS = 1_000;
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> TYPES = List.of("depends-on", "client-of");

    /** An event about an edge. Of events with equal times, the one added last counts. */
    record Event(String id, Instant time, String producer, boolean asserted, String from, String type, String to) {
        String line() {
            return "{\"event_id\":\"%s\",\"time\":\"%s\",\"producer\":\"%s\",\"op\":\"%s\",\"from\":\"%s\",\"type\":\"%s\",\"to\":\"%s\"}\n"
                    .formatted(id, time, producer, asserted ? "assert" : "retract", from, type, to);
        }
    }

    private final String producer;
    private final Http http;
    private final Random random;
    private final AtomicLong acknowledgedByAll;
    private final int round;

    final List<List<Event>> acknowledged = new ArrayList<>();
    List<Event> underWay = List.of();

    EventWriter(String producer, int round, Http http, long seed, AtomicLong acknowledgedByAll) {
        this.producer = producer;
        this.round = round;
        this.http = http;
        this.random = new Random(seed);
        this.acknowledgedByAll = acknowledgedByAll;
    }

    @Override
    public void run() {
        try {
            while (true) {
                underWay = batch();
                Http.Answer answer = post(http, underWay);
                if (answer.status() >= 500) {
                    return; // the database of the service is already gone
                }
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                acknowledged.add(underWay);
                acknowledgedByAll.addAndGet(underWay.size());
                underWay = List.of();
            }
        } catch (UncheckedIOException e) {
            // the service is gone, as this test intends
        }
    }

    private List<Event> batch() {
        List<Event> batch = new ArrayList<>();
        int size = 1 + random.nextInt(LARGEST);
        for (int i = 0; i < size; i++) {
            int from = random.nextInt(NODES);
            int to = (from + 1 + random.nextInt(NODES - 1)) % NODES;
            batch.add(new Event(
                    "%s-%d-%d-%d".formatted(producer, round, acknowledged.size(), i),
                    BEGIN.plusSeconds(random.nextInt(SECONDS)),
                    producer,
                    random.nextInt(3) > 0,
                    "service:" + from,
                    TYPES.get(random.nextInt(TYPES.size())),
                    "service:" + to));
        }
        return batch;
    }

    /** Adds events, or sends them again. */
    static Http.Answer post(Http http, List<Event> batch) {
        var lines = new StringBuilder();
        batch.forEach(event -> lines.append(event.line()));
        return http.send("POST", "/graph/events", lines.toString(), "Content-Type", "application/x-ndjson");
    }
}
