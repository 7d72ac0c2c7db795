package io.precinct.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.Body;
import io.precinct.api.data.Data;
import io.precinct.events.RecordingChannel.Message;
import io.precinct.events.api.Events.Event;
import io.precinct.events.api.Events.Feed;
import io.precinct.itests.database.TestDatabase;
import io.precinct.itests.database.TestServer;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HubTest {
    private static Timing timing(Duration kept, Duration heartbeat) {
        return new Timing(
                kept,
                heartbeat,
                Duration.ofMillis(100),
                Duration.ofMillis(10),
                Duration.ofMillis(20),
                Duration.ofSeconds(20));
    }

    @Test
    void sendsEventsAsTheStandardHasThem() throws Exception {
        try (var databases = TestDatabase.fresh();
                var node = new EventsNode(databases)) {
            RecordingChannel receiver = node.open(null);
            Eventually.until("it is in step", () -> receiver.lastId() == 0);
            node.write(new Event("cases", "case", null, Data.map("case", Data.map("label", "a\r\nb\u0000"))));
            node.write(new Event("cases", "current", null, Map.of()));
            Eventually.until("both came", () -> receiver.messages().size() == 2);
            String at = receiver.messages().getFirst().member("at");
            assertThat(at).matches("\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\"");
            assertThat(receiver.text())
                    .startsWith(
                            "retry: 1000\nid: 0\n\nid: 1\nevent: case\ndata: {\"seq\":1,\"type\":\"case\",\"at\":" + at
                                    + ",\"case\":{\"label\":\"a\\r\\nb\\u0000\"}}\n\nid: 2\nevent: current\n"
                                    + "data: {\"seq\":2,\"type\":\"current\",\"at\":\"")
                    .endsWith("Z\"}\n\n");
        }
    }

    @Test
    void refusesAnEventThatStreamsCouldNotTell() {
        assertThatThrownBy(() -> new Event("cases", "a\nb", null, Map.of()))
                .hasMessageContaining("the type of an event");
        assertThatThrownBy(() -> new Event("cases", "reset", null, Map.of())).hasMessageContaining("'reset'");
        assertThatThrownBy(() -> new Event("cases", "case", null, Map.of("at", "now")))
                .hasMessageContaining("'at'");
    }

    @Test
    void aSlowClientIsCutOffAndTheOthersGoOn() throws Exception {
        try (var databases = TestDatabase.fresh();
                var node = new EventsNode(databases)) {
            RecordingChannel good = node.open(null);
            RecordingChannel slow = node.open(null, "default", new RecordingChannel(10_000));
            for (long n = 1; n <= 200; n++) {
                node.write(new Event("cases", "case", null, Data.map("n", n, "text", "x".repeat(500))));
            }
            Eventually.until("the good one has all", () -> good.messages().size() == 200);
            // the slow one may be served after the good one
            Eventually.until("the slow one is cut off", slow::isClosed);
            Eventually.until("it is counted", () -> node.figure("precinct_events_cut_off") == 1);
            Eventually.until("it is gone", () -> node.figure("precinct_events_clients") == 1);

            RecordingChannel again = node.open(slow.lastId());
            Eventually.until("it has the rest", () -> again.lastId() == 200);
            assertThat(slow.messages().size() + again.messages().size()).isEqualTo(200);
        }
    }

    @Test
    void anErrorEndsNeitherTheHubNorAStream() throws Exception {
        try (var databases = TestDatabase.fresh()) {
            var reads = new BrokenReads(databases);
            try (var node = new EventsNode(reads, timing(Duration.ofDays(7), Duration.ofSeconds(15)))) {
                RecordingChannel receiver = node.open(null);
                Eventually.until("it is in step", () -> receiver.lastId() == 0);
                reads.broken(true);
                node.write(EventsNode.event(1));
                // the second failure comes from the same thread, which has survived the first
                Eventually.until("reading failed twice", () -> reads.errors.get() >= 2);
                assertThat(receiver.messages()).isEmpty();

                reads.broken(false);
                Eventually.until("the event came", () -> receiver.messages().size() == 1);
                assertThat(receiver.isClosed()).isFalse();
            }
        }
    }

    @Test
    void aClientWhoseChannelFailsIsCutOffAndTheOthersMissNothing() throws Exception {
        try (var databases = TestDatabase.fresh();
                var node = new EventsNode(databases)) {
            List<RecordingChannel> others = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                others.add(node.open(null));
                var broken = new BrokenChannel();
                node.events.stream(new Feed("cases", "default"), null).hub().opened(broken);
                Eventually.until("it is in step", () -> broken.taken.get() == 1);
            }
            for (long n = 1; n <= 20; n++) {
                node.write(EventsNode.event(n));
            }
            for (RecordingChannel other : others) {
                Eventually.until("all came", () -> other.messages().size() == 20);
            }
            // a failing client may be served after all others
            Eventually.until("those that failed are gone", () -> node.figure("precinct_events_clients") == 8);
            Eventually.until("they are counted", () -> node.figure("precinct_events_cut_off") == 8);
        }
    }

    /** A channel that joins the stream and fails at the first event. */
    private static final class BrokenChannel implements Body.Channel {
        final AtomicInteger taken = new AtomicInteger();
        private final List<Runnable> onClose = new CopyOnWriteArrayList<>();

        @Override
        public boolean send(byte[] bytes) {
            if (taken.incrementAndGet() > 1) {
                throw new AssertionError("a test wants it so");
            }
            return true;
        }

        @Override
        public void onClose(Runnable action) {
            onClose.add(action);
        }

        @Override
        public void close() {
            onClose.forEach(Runnable::run);
        }
    }

    @Test
    void aThousandClientsShareTheBytesOfAnEvent() throws Exception {
        try (var databases = TestDatabase.fresh();
                var node = new EventsNode(databases)) {
            List<RecordingChannel> receivers = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                receivers.add(node.open(null));
            }
            for (long n = 1; n <= 5; n++) {
                node.write(new Event("cases", "case", null, Data.map("n", n, "text", "x".repeat(1000))));
            }
            Map<byte[], Boolean> different = new IdentityHashMap<>();
            for (RecordingChannel receiver : receivers) {
                Eventually.until("it has all", () -> receiver.messages().size() == 5);
                receiver.pieces().stream().filter(piece -> piece.length > 1000).forEach(p -> different.put(p, true));
            }
            // Only clients that join while events are being written are served from the table, and they share its
            // pages.
            assertThat(different).hasSizeLessThan(5 * 10);
            // an event is counted after it is sent
            Eventually.until("each is counted", () -> node.figure("precinct_events_delivered") == 5000);
            assertThat(node.figure("precinct_events_clients")).isEqualTo(1000);
        }
    }

    @Test
    void anOutageKeepsStreamsOpenAndLosesNothing() throws Exception {
        try (var server = TestServer.start();
                var databases = TestDatabase.on(server);
                var other = databases.node();
                var node = new EventsNode(databases, timing(Duration.ofDays(7), Duration.ofMillis(50)));
                var writer = new EventsNode(other)) {
            RecordingChannel receiver = node.open(null);
            writer.write(EventsNode.event(1));
            Eventually.until("the first came", () -> receiver.messages().size() == 1);

            server.stop();
            Eventually.until("the hub noticed", () -> node.figure("precinct_events_lag_seconds") > 0.5);
            int before = receiver.pieces().size();
            Eventually.until("heartbeats go on", () -> receiver.pieces().size() > before + 3);
            RecordingChannel late = node.open(0L);
            assertThat(late.isClosed()).isFalse();

            server.restart();
            Eventually.until("it can be written again", () -> wrote(writer, 2));
            Eventually.until("the second came", () -> receiver.messages().size() == 2);
            Eventually.until(
                    "both came to whom came meanwhile", () -> late.messages().size() == 2);
            assertThat(receiver.isClosed()).isFalse();
            Eventually.until("it is in step", () -> node.figure("precinct_events_lag_seconds") < 0.5);
        }
    }

    @Test
    void aKilledServerLosesNothing() throws Exception {
        try (var server = TestServer.start();
                var databases = TestDatabase.on(server);
                var node = new EventsNode(databases)) {
            RecordingChannel receiver = node.open(null);
            List<String> written = new ArrayList<>();
            for (int n = 1; n <= 300; n++) {
                int number = n;
                if (n == 100 || n == 200) {
                    server.kill();
                }
                Eventually.until("it is written", () -> wrote(node, number));
                written.add(Integer.toString(n));
            }
            Eventually.until("the last came", () -> last(receiver).equals("300"));
            // An event whose commit was cut off may exist twice: its writer got an unknown outcome.
            assertThat(receiver.messages().stream()
                            .map(message -> message.member("n"))
                            .distinct())
                    .containsExactlyElementsOf(written);
            assertThat(receiver.messages())
                    .extracting(Message::id)
                    .doesNotHaveDuplicates()
                    .isSorted();
        }
    }

    private static String last(RecordingChannel receiver) {
        List<Message> messages = receiver.messages();
        return messages.isEmpty() ? "" : messages.getLast().member("n");
    }

    private static boolean wrote(EventsNode node, long n) {
        try {
            node.write(EventsNode.event(n));
            return true;
        } catch (DatabaseUnavailable e) {
            return false;
        }
    }

    @Test
    void stoppingClosesEveryStreamAndTheNextHubGoesOn() throws Exception {
        try (var databases = TestDatabase.fresh()) {
            var node = new EventsNode(databases);
            List<RecordingChannel> receivers = List.of(node.open(null), node.open(null), node.open(null));
            node.write(EventsNode.event(1));
            for (RecordingChannel receiver : receivers) {
                Eventually.until("it came", () -> receiver.messages().size() == 1);
            }
            node.close();
            assertThat(receivers).allMatch(RecordingChannel::isClosed);
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("precinct-events"));
            assertThat(node.open(null).isClosed()).isTrue();
            // a request in flight can still write
            node.write(EventsNode.event(2));
            try (var next = new EventsNode(databases)) {
                for (RecordingChannel receiver : receivers) {
                    RecordingChannel again = next.open(receiver.lastId());
                    Eventually.until("the next came", () -> again.messages().size() == 1);
                    assertThat(again.messages().getFirst().member("n")).isEqualTo("2");
                }
            }
        }
    }

    @Test
    void withoutADatabaseSinceTheStartNothingIsPromised() throws Exception {
        try (var server = TestServer.start();
                var databases = TestDatabase.on(server)) {
            server.stop();
            var impatient = new Timing(
                    Duration.ofDays(7),
                    Duration.ofSeconds(15),
                    Duration.ofMillis(50),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(5),
                    Duration.ofMillis(50));
            var events = new OutboxEvents(databases, impatient);
            assertThatThrownBy(() -> events.stream(new Feed("cases", "default"), null))
                    .isInstanceOf(DatabaseUnavailable.class);
            server.restart();
            Eventually.until("it is ready", () -> isReady(events));
            events.close();
        }
    }

    private static boolean isReady(OutboxEvents events) {
        try {
            return events.stream(new Feed("cases", "default"), null).mediaType().equals("text/event-stream");
        } catch (DatabaseUnavailable e) {
            return false;
        }
    }

    @Test
    void aStreamOpenedWhileTheHubStopsIsClosed() throws Exception {
        try (var databases = TestDatabase.fresh()) {
            var node = new EventsNode(databases);
            var push = node.events().stream(new Feed("cases", "default"), null);
            node.close();
            var receiver = new RecordingChannel();
            push.hub().opened(receiver);
            assertThat(receiver.isClosed()).isTrue();
        }
    }

    @Test
    void oldEventsAreRemovedAndWhoeverMissedThemIsTold() throws Exception {
        try (var databases = TestDatabase.fresh();
                var first = new EventsNode(databases, timing(Duration.ofHours(1), Duration.ofSeconds(15)));
                var second = new EventsNode(databases.node(), timing(Duration.ofHours(1), Duration.ofSeconds(15)))) {
            RecordingChannel live = first.open(null);
            first.database.write(transaction -> {
                for (long n = 1; n <= 2500; n++) {
                    first.events.append(transaction, EventsNode.event(n));
                }
                return null;
            });
            Eventually.until("all are numbered", () -> live.lastId() == 2500);
            first.database.write(transaction ->
                    transaction.execute("UPDATE events.outbox SET at = at - interval '2 hours' WHERE seq <= 2400"));
            Eventually.until("only the young are left", () -> count(first) == 100);

            RecordingChannel tooLate = second.open(2000L);
            RecordingChannel inTime = second.open(2400L);
            Eventually.until("it is reset", () -> !tooLate.messages().isEmpty());
            Eventually.until("it is in time", () -> inTime.messages().size() == 100);
            assertThat(tooLate.messages().getFirst().type()).isEqualTo("reset");
            assertThat(tooLate.messages().getFirst().id()).isEqualTo(2500);

            first.database.write(
                    transaction -> transaction.execute("UPDATE events.outbox SET at = at - interval '2 hours'"));
            Eventually.until("none is left", () -> count(first) == 0);
            second.write(EventsNode.event(2501));
            Eventually.until("numbers go on", () -> tooLate.lastId() == 2501 && live.lastId() == 2501);
        }
    }

    private static int count(EventsNode node) {
        return node.database.read(transaction -> transaction
                .select("SELECT count(*) FROM events.outbox")
                .mapTo(int.class)
                .one());
    }

    @Test
    void anOlderStateOfTheDatabaseResetsEveryStream() throws Exception {
        try (var databases = TestDatabase.fresh();
                var node = new EventsNode(databases)) {
            RecordingChannel receiver = node.open(null);
            node.write(EventsNode.event(1));
            node.write(EventsNode.event(2));
            Eventually.until("both came", () -> receiver.messages().size() == 2);
            node.database.write(transaction -> {
                transaction.execute("DELETE FROM events.outbox");
                return transaction.execute("UPDATE events.head SET last = 0");
            });
            Eventually.until("it is told", () -> receiver.messages().size() == 3);
            node.write(EventsNode.event(3));
            Eventually.until("it goes on", () -> receiver.messages().size() == 4);
            assertThat(receiver.messages()).extracting(Message::type).containsExactly("case", "case", "reset", "case");
            assertThat(receiver.lastId()).isEqualTo(1);
        }
    }
}
