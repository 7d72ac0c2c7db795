package io.precinct.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.events.api.Events;
import io.precinct.itests.database.TestDatabase;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTest {
    /** With statistics that show few unnumbered rows, a self-join of these rows would be quadratic. */
    @Test
    void numbersInLinearTimeWhateverTheStatisticsSay() throws Exception {
        try (var databases = TestDatabase.fresh();
                var node = new EventsNode(databases);
                InputStream sql = Outbox.class.getResourceAsStream("number.sql")) {
            assertThat(sql).isNotNull();
            String number = new String(sql.readAllBytes(), StandardCharsets.UTF_8).replace("LIMIT ?", "LIMIT 1000");
            for (long n = 1; n <= 50; n++) {
                node.write(EventsNode.event(n));
            }
            node.awaitNumbered(50);
            node.database.write(transaction -> transaction.execute("ANALYZE events.outbox"));
            String plan = node.database.read(transaction -> String.join(
                    "\n",
                    transaction.select("EXPLAIN " + number).mapTo(String.class).list()));
            assertThat(plan).contains("Tid Scan on outbox o");
        }
    }

    @Test
    void numbersEverythingOnceWhoeverElseDoes() throws Exception {
        try (var databases = TestDatabase.fresh();
                var node = new EventsNode(databases)) {
            node.close();
            node.database.write(
                    transaction -> transaction.execute(
                            "INSERT INTO events.outbox (topic, type, data) SELECT 'cases', 'case', '{}' FROM generate_series(1, 2500)"));
            var outbox = new Outbox(node.database);
            assertThat(outbox.number()).isEqualTo(1000);
            assertThat(outbox.number()).isEqualTo(1000);
            assertThat(outbox.number()).isEqualTo(500);
            assertThat(outbox.number()).isZero();
            assertThat(outbox.last()).isEqualTo(2500);
            assertThat(outbox.after(0)).hasSize(Outbox.PAGE_EVENTS);
            assertThat(outbox.after(2500)).isEmpty();
        }
    }

    @Test
    void storedEventsAreRewrittenWithTheirNumbers() throws Exception {
        try (var databases = TestDatabase.fresh();
                var node = new EventsNode(databases)) {
            for (String text : List.of("secret", "other")) {
                node.write(new Events.Event("cases", "case", null, Data.map("id", "a", "text", text)));
                node.write(new Events.Event("cases", "case", null, Data.map("id", "b", "text", text)));
            }
            node.awaitNumbered(4);
            int rewritten = node.database.write(transaction -> {
                // written in the same transaction, hence without a number yet
                node.events.append(
                        transaction, new Events.Event("cases", "case", null, Data.map("id", "a", "text", "secret")));
                return node.events.rewrite(
                        transaction, "cases", "\"a\"", event -> Data.map("id", event.get("id"), "text", "other"));
            });
            assertThat(rewritten).as("one is so already").isEqualTo(2);
            node.write(EventsNode.event(6));
            node.awaitNumbered(6);
            assertThat(node.events.missed(new Events.Feed("cases", "ada"), 0, 9).newest())
                    .extracting(event -> event.seq() + " " + event.data().get("text"))
                    .containsExactly("6 null", "5 other", "4 other", "3 other", "2 secret", "1 other");
        }
    }

    @Test
    void whatWasMissedIsToldNewestFirst() throws Exception {
        try (var databases = TestDatabase.fresh();
                var node = new EventsNode(databases)) {
            var feed = new Events.Feed("cases", "ada");
            assertThat(node.events.missed(feed, 0, 5)).isEqualTo(new Events.Missed(List.of(), false, true, 0));
            for (long n = 1; n <= 4; n++) {
                node.write(EventsNode.event(n));
            }
            node.write(new Events.Event("cases", "current", "bob", Data.map()));
            node.awaitNumbered(5);

            Events.Missed two = node.events.missed(feed, 1, 2);
            assertThat(two.newest()).extracting(Events.Recorded::seq).containsExactly(4L, 3L);
            assertThat(two.newest().getFirst())
                    .returns("case", Events.Recorded::type)
                    .returns(Data.map("n", 4), Events.Recorded::data);
            assertThat(two).returns(true, Events.Missed::more).returns(5L, Events.Missed::last);
            assertThat(node.events.missed(feed, 1, 3)).returns(false, Events.Missed::more);

            node.database.write(transaction -> transaction.execute("DELETE FROM events.outbox WHERE seq <= 2"));
            assertThat(node.events.missed(feed, 1, 9).complete())
                    .as("2 is gone")
                    .isFalse();
            assertThat(node.events.missed(feed, 2, 9).complete()).isTrue();
            assertThat(node.events.missed(feed, 6, 9).complete())
                    .as("there is no 6 yet")
                    .isFalse();
        }
    }
}
