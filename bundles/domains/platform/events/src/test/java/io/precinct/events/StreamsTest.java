package io.precinct.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.events.RecordingChannel.Message;
import io.precinct.events.api.Events.Feed;
import io.precinct.itests.database.TestDatabase;
import io.precinct.postgres.api.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the steps of the hub's thread one by one, so that events can occur between two steps. */
class StreamsTest {
    private TestDatabase databases;
    private Database database;
    private Outbox outbox;
    private Streams streams;

    @BeforeEach
    void open() {
        databases = TestDatabase.fresh();
        database = databases.open(Outbox.SCHEMA);
        outbox = new Outbox(database);
        streams = new Streams(outbox, new HubCounters());
        streams.start(outbox.last());
    }

    @AfterEach
    void close() {
        databases.close();
    }

    private void number(int events) {
        database.write(transaction -> transaction.execute("INSERT INTO events.outbox (topic, type, data)"
                + " SELECT 'cases', 'case', '{}' FROM generate_series(1, " + events + ")"));
        outbox.number();
    }

    private RecordingChannel place(long after) {
        var receiver = new RecordingChannel();
        streams.add(new StreamClient(new Feed("cases", "default"), after, receiver, new HubCounters()));
        return receiver;
    }

    @Test
    void whatIsNumberedBetweenReadingAndCatchingUpComesOnce() {
        number(2);
        streams.readNew();
        RecordingChannel resumed = place(0);
        number(2);
        streams.catchUp();
        streams.readNew();
        assertThat(resumed.messages()).extracting(Message::id).containsExactly(1L, 2L, 3L, 4L);
        assertThat(resumed.lastId()).isEqualTo(4);
    }

    @Test
    void whoMissedWhatIsGoneIsResetToWhereReadingStandsAndGoesOn() {
        number(2);
        streams.readNew();
        RecordingChannel tooLate = place(0);
        number(1);
        database.write(transaction -> transaction.execute("DELETE FROM events.outbox WHERE seq <= 2"));
        streams.catchUp();
        streams.readNew();
        assertThat(tooLate.messages()).extracting(Message::type).containsExactly("reset", "case");
        assertThat(tooLate.messages()).extracting(Message::id).containsExactly(2L, 3L);
    }

    @Test
    void thoseBehindAreServedInTurn() {
        number(1000);
        number(600);
        streams.readNew();
        RecordingChannel far = place(0);
        RecordingChannel near = place(1000);
        streams.catchUp();
        assertThat(far.lastId()).isBetween(1L, 999L);
        assertThat(near.messages()).isEmpty();
        streams.catchUp();
        assertThat(near.messages()).extracting(Message::id).startsWith(1001L, 1002L);
        long served = far.lastId();
        streams.catchUp();
        assertThat(far.lastId()).isGreaterThan(served);
    }
}
