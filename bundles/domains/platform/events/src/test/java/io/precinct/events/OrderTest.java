package io.precinct.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.events.RecordingChannel.Message;
import io.precinct.events.api.Events.Event;
import io.precinct.itests.database.TestDatabase;
import io.precinct.testing.Eventually;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderTest {
    private static final int WRITERS = 8;
    private static final int EACH = 150;
    private static final int COUNTERS = 3;

    private TestDatabase databases;
    private EventsNode one;
    private EventsNode two;

    @BeforeEach
    void open() {
        databases = TestDatabase.fresh();
        one = new EventsNode(databases);
        two = new EventsNode(databases.node());
    }

    @AfterEach
    void close() throws Exception {
        one.close();
        two.close();
        databases.close();
    }

    @Test
    void bothNodesDeliverWhatEightWritersCommitInOneOrderWhileLongTransactionsAreOpen() throws Exception {
        RecordingChannel first = one.open(null);
        RecordingChannel second = two.open(null);
        prepareCounters();
        var held = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> longOne = threads.submit(() -> hold(held, release));
            held.await();
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                writers.add(threads.submit(() -> write(number)));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            Eventually.until(
                    "all but the open transaction's event were delivered",
                    () -> first.messages().size() == WRITERS * EACH
                            && second.messages().size() == WRITERS * EACH);
            release.countDown();
            longOne.get();
        }
        Eventually.until(
                "that one was delivered too",
                () -> first.messages().size() > WRITERS * EACH
                        && second.messages().size() > WRITERS * EACH);

        assertThat(second.messages()).isEqualTo(first.messages());
        assertThat(first.messages())
                .extracting(Message::id)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, WRITERS * EACH + 1).boxed().toList());
        assertThat(first.messages().getLast().member("writer")).isEqualTo("-1");
        assertFollowsCauses(first.messages());
    }

    private void prepareCounters() {
        one.database.write(transaction -> {
            transaction.execute("CREATE TABLE events.test_counter (id int PRIMARY KEY, n int NOT NULL)");
            return transaction.execute("INSERT INTO events.test_counter SELECT i, 0 FROM generate_series(0, 2) AS i");
        });
        one.database.write(transaction -> transaction.execute("CREATE TABLE events.test_early (writer int)"));
    }

    private Void hold(CountDownLatch held, CountDownLatch release) {
        one.database.write(transaction -> {
            one.events.append(transaction, event(-1, 0, -1, 0));
            held.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return null;
        });
        return null;
    }

    private static Event event(int writer, int i, int counter, int n) {
        return new Event("cases", "case", null, Data.map("writer", writer, "i", i, "counter", counter, "count", n));
    }

    /** Each writer inserts before it waits for the row that orders it, as a mutation with an idempotency key does. */
    private void write(int writer) {
        EventsNode node = writer % 2 == 0 ? one : two;
        for (int i = 0; i < EACH; i++) {
            int own = i;
            int counter = (writer + i) % COUNTERS;
            node.database.write(transaction -> {
                transaction.execute("INSERT INTO events.test_early VALUES (?)", writer);
                int n = transaction
                        .select("UPDATE events.test_counter SET n = n + 1 WHERE id = ? RETURNING n", counter)
                        .mapTo(int.class)
                        .one();
                node.events.append(transaction, event(writer, own, counter, n));
                return null;
            });
        }
    }

    private static void assertFollowsCauses(List<Message> messages) {
        Map<String, Integer> writers = new HashMap<>();
        Map<String, Integer> counters = new HashMap<>();
        for (Message message : messages) {
            if (message.member("writer").equals("-1")) {
                continue;
            }
            int i = Integer.parseInt(message.member("i"));
            int n = Integer.parseInt(message.member("count"));
            assertThat(i).isEqualTo(writers.merge(message.member("writer"), 1, Integer::sum) - 1);
            assertThat(n).isEqualTo(counters.merge(message.member("counter"), 1, Integer::sum));
        }
    }

    @Test
    void whatANodeWroteBeforeItDiedIsDeliveredByAnother() throws Exception {
        RecordingChannel receiver = two.open(null);
        one.close();
        // committed, but the node is no longer running to number it
        one.database.write(transaction -> {
            var insert = Outbox.insert(EventsNode.event(7));
            return transaction.execute(insert.sql(), insert.arguments().toArray());
        });
        Eventually.until("it was delivered", () -> receiver.messages().size() == 1);
        assertThat(receiver.messages().getFirst().member("n")).isEqualTo("7");
    }

    @Test
    void whatIsRolledBackIsNeverDelivered() throws Exception {
        RecordingChannel receiver = two.open(null);
        try {
            one.database.write(transaction -> {
                one.events.append(transaction, EventsNode.event(1));
                throw new IllegalStateException("no");
            });
        } catch (IllegalStateException expected) {
            assertThat(expected).hasMessage("no");
        }
        one.write(EventsNode.event(2));
        Eventually.until("the other was delivered", () -> !receiver.messages().isEmpty());
        assertThat(receiver.messages())
                .extracting(message -> message.member("n"))
                .containsExactly("2");
        assertThat(receiver.lastId()).isEqualTo(1);
    }
}
