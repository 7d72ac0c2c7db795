package io.precinct.dependencies.event;

import io.precinct.api.data.Data;
import io.precinct.dependencies.api.Edge;
import io.precinct.dependencies.api.EdgeEvent;
import io.precinct.dependencies.api.SaidEdge;
import io.precinct.postgres.api.Timestamps;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.StoredJson;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What producers within this process say, in a transaction of the caller. Stateless, hence thread-safe. */
public final class ProducerEvents {
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('dependencies ' || ?, 0))::text";

    /** The second condition has the index of these producers used. */
    private static final String SAID = """
            SELECT s.name, e.type, t.name, e.asserted, e.at, e.seq, e.meta
            FROM dependencies.edge e
                JOIN dependencies.node s ON s.id = e.source
                JOIN dependencies.node t ON t.id = e.target
            WHERE e.producer = ? AND e.producer LIKE 'import:%'""";

    private static final String PRODUCERS = """
            SELECT DISTINCT producer FROM dependencies.edge WHERE producer LIKE 'import:%' AND asserted
            ORDER BY producer""";

    private ProducerEvents() {}

    /** Waits until nobody else writes for this producer, until the end of the transaction. */
    public static void lock(Transaction transaction, String producer) {
        transaction.select(LOCK, producer).mapTo(String.class).list();
    }

    /** What a producer said last of each edge, by edge. */
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
                            meta == null ? null : StoredJson.map(meta));
                })
                .list()
                .stream()
                .sorted(Comparator.comparing(SaidEdge::edge))
                .toList();
    }

    /** Producers that assert anything now. */
    public static List<String> producers(Transaction transaction) {
        return transaction.select(PRODUCERS).mapTo(String.class).list();
    }

    /**
     * An event under the rules that hold for everybody.
     *
     * @param latest what is later than that is in the future
     * @throws IllegalArgumentException if it breaks one
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
