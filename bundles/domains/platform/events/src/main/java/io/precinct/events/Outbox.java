package io.precinct.events;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.events.api.Events.Event;
import io.precinct.events.api.Events.Feed;
import io.precinct.events.api.Events.Insert;
import io.precinct.events.api.Events.Missed;
import io.precinct.events.api.Events.Recorded;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Schema;
import io.precinct.postgres.api.Transaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The table of events. Transactions insert events concurrently, without numbers. Afterwards, the node that holds a lock
 * numbers the committed events without gaps, in batches that commit one after another. So a reader that asks for the
 * events after the last number it has seen misses none. An event caused by another event gets a higher number: it was
 * written after the other was committed, so a batch that contains it contains both, and the cause has the lower id. A
 * long transaction delays only its own events. Thread-safe.
 */
final class Outbox {
    static final Schema SCHEMA = Schema.of("events", Outbox.class, "001-events.sql");

    /**
     * The channel that is notified after events were numbered. Mutations do not notify, because their commits would
     * queue (async.c).
     */
    static final String CHANNEL = "precinct_events";

    /** Most events that are read at once; see also {@link #PAGE_BYTES}. */
    static final int PAGE_EVENTS = 256;

    static final int PAGE_BYTES = 64 << 10;

    private static final int NUMBERED_AT_ONCE = 1000;
    private static final int EXPIRED_AT_ONCE = 1000;
    // Keys of advisory locks, in the space of two integers.
    private static final String NUMBERING = "SELECT pg_advisory_xact_lock(170826, 1)";
    private static final String EXPIRING = "SELECT pg_try_advisory_xact_lock(170826, 2)";
    private static final String NOT_EXPIRING = "SELECT pg_advisory_xact_lock(170826, 2)";
    private static final String CONTAINING =
            "SELECT ctid::text, data FROM events.outbox WHERE topic = ? AND position(? in data) > 0";
    private static final String REWRITE = "UPDATE events.outbox SET data = ? WHERE ctid = ?::tid";
    private static final String INSERT = "INSERT INTO events.outbox (topic, type, principal, data) VALUES (?, ?, ?, ?)";
    private static final String LAST = "SELECT last FROM events.head";
    private static final String GONE = "SELECT seq - 1 FROM events.outbox WHERE seq IS NOT NULL ORDER BY seq LIMIT 1";
    private static final String MISSED = "SELECT seq, type, data FROM events.outbox"
            + " WHERE seq > ? AND topic = ? AND (principal IS NULL OR principal = ?) ORDER BY seq DESC LIMIT ?";
    private static final String NUMBER = sql("number.sql");
    private static final String AFTER = sql("after.sql");
    private static final String EXPIRE = sql("expire.sql");

    private final Database database;

    Outbox(Database database) {
        this.database = database;
    }

    private static String sql(String file) {
        try (InputStream in = Outbox.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the bundle of the events has no " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " of the events cannot be read", e);
        }
    }

    /** Returns the statement that writes an event. */
    static Insert insert(Event event) {
        return new Insert(
                INSERT, Arrays.asList(event.topic(), event.type(), event.principal(), Json.compact(event.data())));
    }

    /** Numbers committed events that have no number yet, up to a limit; returns how many were numbered. */
    int number() {
        return database.write(transaction -> {
            transaction.execute(NUMBERING);
            return transaction
                    .select(NUMBER, NUMBERED_AT_ONCE)
                    .map((row, context) -> row.getInt(1))
                    .findOne()
                    .orElse(0);
        });
    }

    /** Whether {@link #number} reached its limit, so that further events may be waiting. */
    static boolean wasBounded(int numbered) {
        return numbered == NUMBERED_AT_ONCE;
    }

    /** Returns the highest number given so far. */
    long last() {
        return database.read(
                transaction -> transaction.select(LAST).mapTo(long.class).one());
    }

    /** Returns the next events after a number, in order, up to one page. */
    List<EventFrame> after(long seq) {
        return database.read(transaction -> transaction
                .select(AFTER, seq, PAGE_EVENTS, PAGE_BYTES)
                .map((row, context) -> EventFrame.of(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6)))
                .list());
    }

    /**
     * Returns the newest events of a feed after a number, and whether any of them were removed; all from one snapshot.
     */
    Missed missed(Feed feed, long after, int limit) {
        return database.read(transaction -> {
            long last = transaction.select(LAST).mapTo(long.class).one();
            long gone = transaction.select(GONE).mapTo(long.class).findOne().orElse(last);
            List<Recorded> found = transaction
                    .select(MISSED, after, feed.topic(), feed.principal(), limit + 1)
                    .map((row, context) -> new Recorded(row.getLong(1), row.getString(2), data(row.getString(3))))
                    .list();
            boolean more = found.size() > limit;
            return new Missed(more ? found.subList(0, limit) : found, more, after >= gone && after <= last, last);
        });
    }

    /**
     * Rewrites the events of a topic that contain a text. Holds the locks of numbering and expiry, so that nobody else
     * updates or deletes rows until the transaction ends, and rows stay where they lie.
     */
    static int rewrite(
            Transaction transaction, String topic, String part, UnaryOperator<Map<String, @Nullable Object>> change) {
        transaction.execute(NUMBERING);
        transaction.execute(NOT_EXPIRING);
        int changed = 0;
        for (Found found : transaction
                .select(CONTAINING, topic, part)
                .map((row, context) -> new Found(row.getString(1), row.getString(2)))
                .list()) {
            Map<String, @Nullable Object> before = data(found.data);
            Map<String, @Nullable Object> after = change.apply(before);
            if (!Data.equal(before, after)) {
                changed += transaction.execute(REWRITE, Json.compact(after), found.row);
            }
        }
        return changed;
    }

    private record Found(String row, String data) {}

    @SuppressWarnings("unchecked") // the outbox stores only JSON objects
    private static Map<String, @Nullable Object> data(String json) {
        try {
            return (Map<String, @Nullable Object>) Objects.requireNonNull(Json.read(json));
        } catch (MalformedJson e) {
            throw new IllegalStateException("an event is no JSON object", e);
        }
    }

    /**
     * Removes some events older than {@code kept}, unless another node does so at the moment; returns true if further
     * ones may be left.
     */
    boolean expire(Duration kept) {
        return database.write(transaction -> {
            boolean alone = transaction.select(EXPIRING).mapTo(boolean.class).one();
            return alone && transaction.execute(EXPIRE, kept.toSeconds(), EXPIRED_AT_ONCE) == EXPIRED_AT_ONCE;
        });
    }
}
