package io.precinct.events;

import io.precinct.api.boundary.Body;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.events.api.Events;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.DatabaseUnavailable;
import io.precinct.postgres.api.Databases;
import io.precinct.postgres.api.Transaction;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The events service: an outbox table and one hub per node. Thread-safe. */
@Component(
        service = {Events.class, MetricSource.class},
        immediate = true)
public final class OutboxEvents implements Events, MetricSource {
    private final HubCounters figures = new HubCounters();
    private final Outbox outbox;
    private final Hub hub;
    private final AutoCloseable subscription;

    /** Starts to read events; the database need not be available yet. */
    @Activate
    public OutboxEvents(@Reference Databases databases) {
        this(databases, Timing.DEFAULTS);
    }

    OutboxEvents(Databases databases, Timing timing) {
        Database database = databases.open(Outbox.SCHEMA);
        this.outbox = new Outbox(database);
        this.hub = new Hub(outbox, timing, figures);
        hub.start();
        this.subscription = database.listen(Outbox.CHANNEL, hub::numbered);
    }

    /** Ends every stream cleanly, so that clients resume. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
        hub.close();
    }

    @Override
    public void append(Transaction transaction, Event event) {
        Insert insert = insert(event);
        transaction.execute(insert.sql(), insert.arguments().toArray());
    }

    @Override
    public Insert insert(Event event) {
        // Also succeeds after the hub has stopped: the next hub numbers the events that requests in flight still write.
        check();
        Insert insert = Outbox.insert(event);
        hub.appended();
        return insert;
    }

    @Override
    public Body.Push stream(Feed feed, @Nullable Long after) {
        check();
        var own = new Feed(feed.topic(), feed.principal());
        return new Body.Push("text/event-stream", channel -> hub.join(own, after, channel));
    }

    @Override
    public Missed missed(Feed feed, long after, int limit) {
        check();
        return outbox.missed(feed, after, limit);
    }

    @Override
    public int rewrite(
            Transaction transaction, String topic, String part, UnaryOperator<Map<String, @Nullable Object>> change) {
        check();
        return Outbox.rewrite(transaction, topic, part, change);
    }

    private void check() {
        if (!hub.awaitReady()) {
            throw new DatabaseUnavailable("the events are not there yet", true, null);
        }
    }

    @Override
    public List<Family> collect() {
        return figures.collect(hub.clients());
    }
}
