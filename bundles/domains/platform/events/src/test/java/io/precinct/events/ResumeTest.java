package io.precinct.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.api.data.Data;
import io.precinct.events.RecordingChannel.Message;
import io.precinct.events.api.Events.Event;
import io.precinct.itests.database.TestDatabase;
import io.precinct.testing.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class ResumeTest {
    private static final String[] WHOSE = {null, "anna", "ben"};
    private static TestDatabase databases;
    private static EventsNode node;
    private static RecordingChannel everything;

    @BeforeAll
    static void open() {
        databases = TestDatabase.fresh();
        node = new EventsNode(databases);
        everything = node.open(0L, "anna");
    }

    @AfterAll
    static void close() throws Exception {
        node.close();
        databases.close();
    }

    @Test
    void leavingAndComingBackAtAnyPointLosesAndRepeatsNothing() {
        Gen<Integer> burst = range(0, 400).mix(pick(List.of(0, 1)), 10);
        ThrowingConsumer<List<Integer>> isResumed = this::leaveAndComeBack;
        // one example takes as long as writing and reading a thousand events
        qt().withExamples(60)
                .withShrinkCycles(30)
                .forAll(lists().of(burst).ofSizeBetween(1, 6))
                .checkAssert(isResumed);
    }

    /** Runs a reader that disconnects after any number of events and comes back, while others write. */
    private void leaveAndComeBack(List<Integer> bursts) throws Exception {
        long begin = node.last();
        List<String> got = new ArrayList<>();
        long last = begin;
        long written = begin;
        for (int burst : bursts) {
            write(burst, written);
            written += burst;
            // the reader disconnects in the middle of a transfer
            var receiver = node.open(last, "anna", new RecordingChannel(500 + 40L * burst));
            long end = written;
            Eventually.until("it is cut off or has all", () -> receiver.isClosed() || has(receiver, end));
            receiver.close();
            got.addAll(numbers(receiver.messages()));
            last = receiver.lastId() < 0 ? last : receiver.lastId();
        }
        write(1, written);
        long end = written + 1;
        RecordingChannel rest = node.open(last, "anna");
        Eventually.until("the rest has come", () -> has(rest, end));
        got.addAll(numbers(rest.messages()));
        rest.close();

        assertThat(got).containsExactlyElementsOf(expected(begin, end));
    }

    /** The last event of every burst is for everyone. */
    private static boolean has(RecordingChannel receiver, long end) {
        return receiver.lastId() >= end;
    }

    private static void write(int count, long before) {
        if (count > 0) {
            node.database.write(transaction -> {
                for (int i = 1; i <= count; i++) {
                    long n = before + i;
                    node.events.append(transaction, new Event("cases", "case", whose(n, i == count), Data.map("n", n)));
                }
                return null;
            });
        }
    }

    private static String whose(long n, boolean everybodys) {
        return everybodys ? null : WHOSE[(int) (n % 3)];
    }

    private static List<String> numbers(List<Message> messages) {
        return messages.stream().map(message -> message.member("n")).toList();
    }

    private List<String> expected(long begin, long end) throws Exception {
        Eventually.until("the one who never left has all", () -> has(everything, end));
        return everything.messages().stream()
                .filter(message -> message.id() > begin && message.id() <= end)
                .peek(message -> assertThat(message.member("n")).isEqualTo(Long.toString(message.id())))
                .map(message -> message.member("n"))
                .collect(Collectors.toList());
    }

    @Test
    void aPrincipalHearsItsOwnEventsAndEverybodys() throws Exception {
        try (var own = TestDatabase.fresh();
                var fresh = new EventsNode(own)) {
            fresh.write(new Event("cases", "current", "anna", Data.map("n", 1L)));
            fresh.write(new Event("cases", "current", "ben", Data.map("n", 2L)));
            fresh.write(new Event("other", "case", null, Data.map("n", 3L)));
            fresh.write(EventsNode.event(4));
            RecordingChannel anna = fresh.open(0L, "anna");
            Eventually.until("all was read", () -> anna.lastId() == 4);
            assertThat(numbers(anna.messages())).containsExactly("1", "4");
        }
    }

    @Test
    void manyWhoComeBackAtOnceAreServedTogetherFromTheTable() throws Exception {
        try (var own = TestDatabase.fresh();
                var fresh = new EventsNode(own)) {
            fresh.database.write(transaction -> {
                for (long n = 1; n <= 2000; n++) {
                    fresh.events.append(transaction, EventsNode.event(n));
                }
                return null;
            });
            fresh.awaitNumbered(2000);
            List<RecordingChannel> receivers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                receivers.add(fresh.open((long) i * 10));
            }
            for (RecordingChannel receiver : receivers) {
                Eventually.until("it has all", () -> receiver.lastId() == 2000);
            }
            for (int i = 0; i < receivers.size(); i++) {
                assertThat(receivers.get(i).messages())
                        .extracting(Message::id)
                        .containsExactlyElementsOf(LongStream.rangeClosed(i * 10L + 1, 2000)
                                .boxed()
                                .toList());
            }
        }
    }

    @Test
    void aPlaceThatTheDatabaseNeverHadIsReset() throws Exception {
        try (var own = TestDatabase.fresh();
                var fresh = new EventsNode(own)) {
            fresh.write(EventsNode.event(1));
            fresh.awaitNumbered(1);
            RecordingChannel receiver = fresh.open(1_000L);
            Eventually.until("it was reset", () -> receiver.messages().size() == 1);
            fresh.write(EventsNode.event(2));
            Eventually.until("it goes on", () -> receiver.messages().size() == 2);
            assertThat(receiver.messages()).extracting(Message::type).containsExactly("reset", "case");
            assertThat(receiver.messages()).extracting(Message::id).containsExactly(1L, 2L);
            assertThat(fresh.figure("precinct_events_resets")).isEqualTo(1);
        }
    }
}
