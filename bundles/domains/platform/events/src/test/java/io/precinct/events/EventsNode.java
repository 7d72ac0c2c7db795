package io.precinct.events;

import io.precinct.api.data.Data;
import io.precinct.core.api.metrics.MetricSource.Sample;
import io.precinct.events.api.Events;
import io.precinct.events.api.Events.Event;
import io.precinct.events.api.Events.Feed;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Databases;
import io.precinct.testing.Eventually;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The events service of one process, as a domain of that process uses it. */
final class EventsNode implements AutoCloseable {
    static final Timing TIMING = new Timing(
            Duration.ofDays(7),
            Duration.ofSeconds(15),
            Duration.ofMillis(200),
            Duration.ofMillis(10),
            Duration.ofMinutes(5),
            Duration.ofSeconds(20));

    final OutboxEvents events;
    final Database database;

    EventsNode(Databases databases) {
        this(databases, TIMING);
    }

    EventsNode(Databases databases, Timing timing) {
        this.database = databases.open(Outbox.SCHEMA);
        this.events = new OutboxEvents(databases, timing);
        // Returns once the database is available and the hub has read its position.
        events.stream(new Feed("cases", "default"), null);
    }

    static Event event(long n) {
        return new Event("cases", "case", null, Data.map("n", n));
    }

    /** Commits an event. */
    void write(Event event) {
        database.write(transaction -> {
            events.append(transaction, event);
            return null;
        });
    }

    /** Waits until an event has its number. */
    void awaitNumbered(long last) throws Exception {
        Eventually.until("event " + last + " is numbered", () -> last() >= last);
    }

    /** Returns the highest number given so far. */
    long last() {
        return new Outbox(database).last();
    }

    RecordingChannel open(@Nullable Long after) {
        return open(after, "default");
    }

    RecordingChannel open(@Nullable Long after, String principal) {
        return open(after, principal, new RecordingChannel());
    }

    RecordingChannel open(@Nullable Long after, String principal, RecordingChannel receiver) {
        events.stream(new Feed("cases", principal), after).hub().opened(receiver);
        return receiver;
    }

    double figure(String name) {
        return events.collect().stream()
                .filter(family -> family.name().equals(name))
                .map(family -> ((Sample.Value) family.samples().getFirst()).value())
                .findFirst()
                .orElseThrow();
    }

    Events events() {
        return events;
    }

    @Override
    public void close() throws Exception {
        events.close();
    }
}
