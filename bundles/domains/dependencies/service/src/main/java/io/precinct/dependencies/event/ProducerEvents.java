package io.precinct.dependencies.event;

import io.precinct.api.data.Data;
import io.precinct.dependencies.api.Edge;
import io.precinct.dependencies.api.EdgeEvent;
import io.precinct.dependencies.api.SaidEdge;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The statements of producers within this process, in a transaction of the caller. Stateless, hence thread-safe. */
public final class ProducerEvents {
    private static final String LOCK =
            "SELECT pg_advisory_xact_lock(hashtextextended('dependencies imports', 0))::text";

    /** The second condition makes the planner use the index for these producers. */
    private static final String SAID = """
            SELECT s.name, e.type, t.name, e.asserted, e.at, e.seq, e.meta
            FROM dependencies.edge e
                JOIN dependencies.node s ON s.id = e.source
                JOIN dependencies.node t ON t.id = e.target
            WHERE e.producer = ? AND e.producer LIKE 'import:%'""";

    private static final String PRODUCERS = """
            SELECT producer FROM dependencies.edge WHERE producer LIKE 'import:%' AND asserted
            UNION SELECT producer FROM dependencies.definition ORDER BY producer""";

    private ProducerEvents() {}

    /**
     * Locks these producers until the transaction ends; waits for other writers. One lock is for all, since what one
     * producer defines may rename the nodes of another.
     */
    public static void lock(Transaction transaction) {
        transaction.select(LOCK).mapTo(String.class).list();
    }

    /** Returns the latest statement of a producer about each edge, sorted by edge. */
    public static List<SaidEdge> said(Transaction transaction, String producer) {
        return transaction
                .select(SAID, producer)
                .map((row, _) -> {
                    String meta = row.getString(7);
                    return new SaidEdge(
                            new Edge(
                                    row.getString(1), EdgeType.of(row.getInt(2)).wireName(), row.getString(3)),
                            row.getBoolean(4),
                            Timestamps.required(row, 5),
                            row.getLong(6),
                            DependencyEvent.storedMeta(meta));
                })
                .list()
                .stream()
                .sorted(Comparator.comparing(SaidEdge::edge))
                .toList();
    }

    /** Returns the producers that currently assert any edge or define any name. */
    public static List<String> producers(Transaction transaction) {
        return transaction.select(PRODUCERS).mapTo(String.class).list();
    }

    /**
     * Converts an event and checks it by the rules for all events.
     *
     * @param latest the latest time that is accepted; later times are in the future
     * @throws IllegalArgumentException if the event breaks a rule
     */
    public static DependencyEvent checked(String producer, EdgeEvent event, Instant latest) {
        var members = Data.mapBuilder()
                .put("event_id", event.id())
                .put("time", event.time().toString())
                .put("producer", producer)
                .put("op", event.asserted() ? DependencyEvent.ASSERT : DependencyEvent.RETRACT)
                .put("from", event.edge().from())
                .put("to", event.edge().to())
                .put("type", event.edge().type());
        if (event.meta() != null) {
            members.put("meta", event.meta());
        }
        Form form = Form.of(members.build());
        DependencyEvent read = DependencyEvent.read(form, latest);
        if (read == null) {
            String faults = form.faults().stream().map(Refusal.Fault::message).collect(Collectors.joining("; "));
            throw new IllegalArgumentException(event.edge() + ": " + faults);
        }
        return read;
    }
}
