package io.precinct.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.database.TestDatabase;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutboxTest {
    /** With statistics that show few waiting rows, a self-join of the waiting rows would be quadratic. */
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
}
